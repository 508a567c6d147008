import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readLastNumber } from '#lib/arca/last-number.ts';
import { requestAuthorisation } from '#lib/arca/request-authorisation.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { accessFor } from '#lib/invoices/access.ts';
import { stopQueue } from '#lib/queue.ts';
import type { Issuer } from '#tests/support/issuer.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startSimulator } from '#tests/support/simulator.ts';
import { newInstallation } from './installation.ts';
import {
  type BenchIssuer,
  fileOf,
  forgetTickets,
  issue,
  issueOneByOne,
  newFolder,
  newSuppliers,
} from './invoice-suppliers.ts';
import type { Row, Table } from './report.ts';
import { inTurns, median, medianRatio } from './rounds.ts';
import { endWorker, startHelper } from './workflow-throughput.ts';

const suppliers = 50;
const rounds = 5;
const ofOne = 100;
const ofEach = 4;

/** Invoices through Alta, whole, against @arcasdk/core making the same calls of the same simulator. */
export async function measureInvoices(): Promise<Table[]> {
  const postgres = await startPostgres();
  if (!postgres) return [{ title: 'Invoices', rows: [], notes: ['Skipped: no PostgreSQL was found.'] }];
  const simulator = await startSimulator();
  process.env.ARCA_SANDBOX_URL = `${simulator.url}/sandbox`;
  const { url: databaseUrl, opened } = await newInstallation(postgres.url);
  const { issuers, holders } = await newSuppliers(simulator, suppliers);
  const engine = (await startHelper('engine-process.ts', { DATABASE_URL: databaseUrl })).child;
  const other = await startHelper('arcasdk-process.ts', {
    SIMULATOR: simulator.url,
    HOLDERS: fileOf(holders),
  });
  const answers = createInterface(other.child.stdout);
  const theirs = async (count: number, each: number, folder: string): Promise<number> => {
    const answer = once(answers, 'line');
    other.child.stdin.write(`${JSON.stringify({ suppliers: count, each, folder })}\n`);
    return Number((await answer)[0]);
  };
  try {
    const kept = newFolder();
    await theirs(suppliers, 1, kept);
    await issue(issuers, 1);
    const cached = await inTurns(rounds, {
      altaOne: () => issue(issuers.slice(0, 1), ofOne),
      sdkOne: () => theirs(1, ofOne, kept),
      altaAll: () => issue(issuers, ofEach),
      sdkAll: () => theirs(suppliers, ofEach, kept),
    });
    const whole = await inTurns(3, { alta: () => issue(issuers, 1, 'workflowId') });
    const first = await inTurns(3, {
      alta: () => forgetTickets(simulator).then(() => issue(issuers, 1)),
      sdk: () => forgetTickets(simulator).then(() => theirs(suppliers, 1, newFolder())),
    });
    const row = (what: string, count: number, alta: number[], sdk: number[], aim: number): Row => {
      const rate = (ms: number[]) => `${((count * 1_000) / median(ms)).toFixed(0)} /s`;
      const ratio = medianRatio(sdk, alta);
      return { what, measured: rate(alta), reference: rate(sdk), ratio, aim: `>= ${aim}`, met: ratio >= aim };
    };
    return [
      {
        title:
          'Invoices issued by Alta on PostgreSQL / by @arcasdk/core with a ticket on disk, the same simulator',
        rows: [
          row('one supplier', ofOne, cached.altaOne, cached.sdkOne, 1),
          row(`${suppliers} suppliers`, ofEach * suppliers, cached.altaAll, cached.sdkAll, 1),
          row(`the first of ${suppliers} suppliers, without tickets`, suppliers, first.alta, first.sdk, 5),
        ],
        notes: [
          `The whole template, with its states and the PDF: ${((suppliers * 1_000) / median(whole.alta)).toFixed(0)} /s.`,
          `${rounds} rounds in turn (3 without tickets) of ${ofOne} and ${suppliers} x ${ofEach} invoices that are there at once; engine, client, simulator and PostgreSQL (without fsync) share the machine.`,
          'Alta: a job of gov-ar.send, with the intent before sending, the CAE, stamps and history. @arcasdk/core: FECompUltimoAutorizado and FECAESolicitar, nothing stored.',
        ],
      },
      await latency(issuers[0] as BenchIssuer),
    ];
  } finally {
    await endWorker(other.child);
    await endWorker(engine);
    await stopQueue();
    await opened.close();
    await simulator.stop();
    postgres.stop();
  }
}

const oneByOne = 200;

/** What Alta adds to the authority's own time, an invoice at a time. */
async function latency(issuer: BenchIssuer): Promise<Table> {
  const jobs = await issueOneByOne(issuer, oneByOne);
  const calls = await bareCalls(issuer, oneByOne);
  const at = (values: number[], share: number) =>
    (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN).toFixed(1);
  return {
    title:
      'One invoice at a time, from the job to its end / the bare FECompUltimoAutorizado and FECAESolicitar',
    rows: [0.5, 0.99].map((share) => ({
      what: `p${share * 100}`,
      measured: `${at(jobs, share)} ms`,
      reference: `${at(calls, share)} ms`,
    })),
    notes: [`${oneByOne} of each, one after the other.`],
  };
}

async function bareCalls({ ctx, cuit, write }: Issuer, count: number): Promise<number[]> {
  const access = await accessFor(ctx, cuit, new Date());
  if (access.kind !== 'granted') throw new Error('no access');
  const request = authorityAmounts(buildInvoice((await write({ series: '4' })).doc));
  const series = { pointOfSale: 4, documentType: request.CbteTipo };
  const each: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const startedAt = performance.now();
    const last = await readLastNumber(access.caller, series);
    if (last.kind !== 'last') throw new Error('no last number');
    const outcome = await requestAuthorisation(access.caller, request, last.number + 1);
    if (outcome.kind !== 'authorised') throw new Error(JSON.stringify(outcome));
    each.push(performance.now() - startedAt);
  }
  return each;
}
