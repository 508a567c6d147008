import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { findInvoice, readLastNumber, requestAuthorisation } from '#lib/arca/wsfe.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { assumptionOf, wasTried } from '#lib/rehearsal/assumptions.ts';
import { answerOfShape, judgeRecord, RehearsalRecord, writeRecord } from '#lib/rehearsal/record.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { rehearse } from './rehearse.ts';

const simulator = await simulatorOfWorker();
const directory = 'tests/recorded';
const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
const recordIn = (file: string) =>
  RehearsalRecord.parse(JSON.parse(readFileSync(`${directory}/${file}`, 'utf8')));

/** One answer to every request, on loopback. */
let body = '';
const server = createServer((_request, response) => response.end(body));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
afterAll(() => void server.close());
const caller = {
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  ticket: { token: 'a', sign: 'b' },
  cuit: '20123456786',
};

function answerWith(operation: string, shape: string, within = '') {
  const content = within ? `<${within}>${answerOfShape(shape)}</${within}>` : answerOfShape(shape);
  body =
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
    `<${operation}Response><${operation}Result>${content}</${operation}Result></${operation}Response>` +
    '</soap:Body></soap:Envelope>';
}

/** The parsers with an answer of the recorded shape, in which every number is 1. */
const series = { pointOfSale: 1, documentType: 1 };
const parsers: Record<string, (shape: string) => Promise<string>> = {
  'last-number.shape': async (shape) => {
    answerWith('FECompUltimoAutorizado', shape);
    return (await readLastNumber(caller, series)).kind;
  },
  'cae.shape': async (shape) => {
    answerWith('FECAESolicitar', shape);
    return (await requestAuthorisation(caller, [{ PtoVta: 1, CbteTipo: 1 } as AuthorityAmounts], 1)).kind;
  },
  'lost-answers.shape': async (shape) => {
    answerWith('FECompConsultar', shape, 'ResultGet');
    return (await findInvoice(caller, { ...series, number: 1 })).kind;
  },
};
const parsed: Record<string, string> = {
  'last-number.shape': 'last',
  'cae.shape': 'judged',
  'lost-answers.shape': 'found',
};

/** What a record says otherwise than this version of Alta, its parsers and its stand-in. */
async function differencesOf(record: RehearsalRecord, standIn: RehearsalRecord): Promise<string[]> {
  const differences = judgeRecord(record)
    .filter(({ holds }) => !holds)
    .map(({ assumption, came, expected }) => `${assumption}: ${came} instead of ${expected}`);
  for (const [assumption, came] of Object.entries(record.came)) {
    const parse = parsers[assumption];
    if (parse && wasTried(came)) {
      const kind = await parse(came).catch(String);
      if (kind !== parsed[assumption]) differences.push(`${assumption}: the parser says ${kind}`);
    }
    const imitated = standIn.came[assumption];
    const isCompared = !assumptionOf(assumption)?.varies && wasTried(came) && imitated !== undefined;
    if (isCompared && imitated !== came) differences.push(`${assumption}: the stand-in says ${imitated}`);
  }
  return differences;
}

async function rehearseAtStandIn(environment: Environment): Promise<RehearsalRecord> {
  const { record } = await rehearse(await newWorkspace(environment), simulator);
  if (!record) throw new Error('the rehearsal did not end');
  return record;
}

onDatabase('the recorded rehearsals', () => {
  const standIns = new Map<string, Promise<RehearsalRecord>>();
  const standInOf = ({ environment }: RehearsalRecord) => {
    const made = standIns.get(environment) ?? rehearseAtStandIn(environment);
    standIns.set(environment, made);
    return made;
  };

  test('there are some', () => expect(files.length).toBeGreaterThan(0));

  test.each(files)(
    '%s says what Alta assumes, what its parsers read, and what the stand-in answers',
    async (file) => {
      const record = recordIn(file);
      expect(await differencesOf(record, await standInOf(record))).toEqual([]);
    },
  );

  test.each(files)('%s fits on a screen and contains no data of anybody', (file) => {
    const text = writeRecord(recordIn(file));
    expect(text).toBe(readFileSync(`${directory}/${file}`, 'utf8'));
    expect(text.split('\n').length).toBeLessThan(65);
    expect(text).not.toMatch(/\d{11}|[A-Za-z0-9+/]{60,}|BEGIN|@[a-z]+\.[a-z]/);
  });

  test('a difference is named by its assumption', async () => {
    const record = recordIn(files.find((file) => file.includes('sandbox')) ?? '');
    const changed: RehearsalRecord = {
      ...record,
      labels: { ...record.labels, dnName: 'Nombre del certificado' },
      came: {
        ...record.came,
        'last-number.shape': 'PtoVta:number CbteTipo:number Numero:number',
        're-login-window.second-login': 'coe.alreadyAuthenticated Ya tiene un TA',
      },
    };
    expect(await differencesOf(changed, await standInOf(record))).toEqual(
      expect.arrayContaining([
        'last-number.shape: the parser says unavailable',
        'sandbox-portal.label.dnName: Nombre del certificado instead of Nombre simbólico del DN',
        expect.stringMatching(
          /^re-login-window\.second-login: the stand-in says coe\.alreadyAuthenticated El CEE/,
        ),
      ]),
    );
  });
});
