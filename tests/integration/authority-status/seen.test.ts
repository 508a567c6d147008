import { beforeEach, describe, expect, test } from 'vitest';
import { type AuthorityCall, observeAuthority } from '#lib/arca/call-observer.ts';
import { endpointOf, type ProbedService, probedServices, wsaa, wsfe } from '#lib/arca/services.ts';
import { requestAccessTicket } from '#lib/arca/wsaa.ts';
import { listPointsOfSale } from '#lib/arca/wsfe.ts';
import { authorityStatusOf, probe, probeInBackground, recordSighting } from '#lib/authority-status.ts';
import { currentDatabase, database, setDatabase } from '#lib/database/client.ts';
import { authorityStatus } from '#lib/database/tables/authority.ts';
import { replaceProcessValue } from '#lib/process-values.ts';
import { eventually } from '#tests/support/api-client.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { issueCertificate, testAuthority, testKey, toPem } from '#tests/support/pki.ts';
import { type FaultPlan, simulatorOfWorker } from '#tests/support/simulator.ts';

type Service = ProbedService['name'];

const names = probedServices.map(({ name }) => name);

const simulator = await simulatorOfWorker();
const overrides = { liveUrl: `${simulator.url}/live` };
const { privateKey, publicKey } = testKey(1);
const stranger = toPem(
  issueCertificate(testAuthority('live'), { alias: 'alta2xk9d', cuit: '30712345671', publicKey }),
);

const start = new Date('2026-11-22T13:40:00Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

/** As another process has it, which has seen nothing yet. */
function inAnotherProcess() {
  for (const name of ['written', 'begun', 'known'])
    replaceProcessValue(`authority-status.${name}`, undefined);
}

/** Little where nothing will come, and enough for a busy machine where something will. */
let patienceMs: number;

/** Calls as nobody whom the authority knows: it answers that, as long as it answers. */
const calls: Record<Service, () => Promise<unknown>> = {
  wsaa: () =>
    requestAccessTicket({
      endpoint: endpointOf(wsaa, 'live', overrides),
      certificatePem: stranger,
      privateKey,
      service: 'wsfe',
      timeoutMs: patienceMs,
    }),
  wsfe: () =>
    listPointsOfSale({
      endpoint: endpointOf(wsfe, 'live', overrides),
      ticket: { token: 'bm9uZQ==', sign: 'bm9uZQ==' },
      cuit: '30712345671',
      timeoutMs: patienceMs,
    }),
};

/** A real call, whose sighting is kept as of `seconds` after the start. */
async function call(service: Service, seconds: number): Promise<void> {
  const sightings: AuthorityCall[] = [];
  observeAuthority((sighting) => sightings.push(sighting));
  await calls[service]();
  observeAuthority(undefined);
  for (const sighting of sightings) await recordSighting({ ...sighting, at: at(seconds) });
}

async function fail(target: Service, kind: FaultPlan['kind'], count = -1): Promise<void> {
  if (kind === 'timeout') patienceMs = 300;
  await simulator.control.faults({ environment: 'live', target, kind, count });
}
async function recover(): Promise<void> {
  await simulator.control.reset();
  patienceMs = 20_000;
}

/** What is read anew: no probe comes of it, as one was made just now. */
async function statusAt(service: Service, seconds: number) {
  replaceProcessValue('authority-status.known', undefined);
  replaceProcessValue('authority-status.begun', new Map(names.map((each) => [`live ${each}`, at(seconds)])));
  return (await authorityStatusOf('live', at(seconds)))[service];
}

onNewDatabase('the authority’s status', () => {
  beforeEach(async () => {
    await recover();
    await database().delete(authorityStatus);
    inAnotherProcess();
  });

  describe.each(names)('for %s', (service) => {
    test.each(['timeout', 'reset', 'http-503', 'html', 'truncated'] as const)(
      'is unknown after one %s, and an outage after two, from the first until an answer',
      async (kind) => {
        await call(service, 0);
        expect(await statusAt(service, 1)).toEqual({ status: 'answering', lastAnsweredAt: at(0) });
        await fail(service, kind);
        await call(service, 10);
        expect(await statusAt(service, 11)).toMatchObject({ status: 'unknown' });
        await call(service, 70);
        expect(await statusAt(service, 71)).toEqual({
          status: 'not-answering',
          since: at(10),
          lastAnsweredAt: at(0),
        });
        await recover();
        await call(service, 80);
        expect(await statusAt(service, 81)).toEqual({ status: 'answering', lastAnsweredAt: at(80) });
      },
    );

    test('counts failures within seconds as one, across processes', async () => {
      await fail(service, 'reset');
      for (const seconds of [0, 1, 2]) {
        await call(service, seconds);
        inAnotherProcess();
      }
      expect(await statusAt(service, 3)).toEqual({ status: 'unknown' });
      await call(service, 5);
      expect(await statusAt(service, 6)).toMatchObject({ status: 'not-answering', since: at(0) });
    });

    test('does not join two failures far apart into an outage', async () => {
      await fail(service, 'reset');
      await call(service, 0);
      await call(service, 3_600);
      expect(await statusAt(service, 3_601)).toEqual({ status: 'unknown' });
      await call(service, 3_660);
      expect(await statusAt(service, 3_661)).toMatchObject({ status: 'not-answering', since: at(3_600) });
    });

    test('is an outage after a failed call and a failed probe', async () => {
      await fail(service, 'reset');
      await call(service, 0);
      expect(await probe({ environment: 'live', service }, at(1))).toBe('failed');
      expect(await statusAt(service, 2)).toMatchObject({ status: 'not-answering', since: at(0) });
    });

    test('ends an outage without connections by an answered probe', async () => {
      await fail(service, 'reset', 2);
      await call(service, 0);
      await call(service, 30);
      expect(await probe({ environment: 'live', service }, at(60))).toBe('answered');
      expect(await statusAt(service, 61)).toEqual({ status: 'answering', lastAnsweredAt: at(60) });
    });

    test('does not end an outage of unanswered calls by a probe, until it is long ago', async () => {
      await fail(service, 'timeout', 2);
      await call(service, 0);
      await call(service, 30);
      expect(await probe({ environment: 'live', service }, at(60))).toBe('answered');
      expect(await statusAt(service, 61)).toMatchObject({ status: 'not-answering', since: at(0) });
      expect(await statusAt(service, 1_000)).toEqual({ status: 'unknown' });
      expect(await probe({ environment: 'live', service }, at(1_001))).toBe('answered');
      expect(await statusAt(service, 1_002)).toMatchObject({ status: 'answering' });
    });

    test('is probed once a minute, however many callers ask', async () => {
      const ask = (seconds: number) => {
        inAnotherProcess();
        return probe({ environment: 'live', service }, at(seconds));
      };
      const answers = await Promise.all([0, 0, 0, 0, 0].map(ask));
      expect(answers.filter((answer) => answer === 'answered')).toHaveLength(1);
      expect(await ask(59)).toBe('asked-before');
      expect(await ask(60)).toBe('answered');
    });
  });

  test('is not answering when the service reports itself down', async () => {
    await fail('wsaa', 'fault');
    await call('wsaa', 0);
    await call('wsaa', 60);
    expect(await statusAt('wsaa', 61)).toMatchObject({ status: 'not-answering', since: at(0) });
  });

  test('is separate for each environment and service', async () => {
    await fail('wsfe', 'reset');
    await call('wsaa', 0);
    await call('wsfe', 0);
    await call('wsfe', 60);
    expect(await statusAt('wsfe', 61)).toMatchObject({ status: 'not-answering' });
    expect(await statusAt('wsaa', 61)).toMatchObject({ status: 'answering' });
    expect((await authorityStatusOf('sandbox', at(61))).wsfe.status).toBe('unknown');
  });

  test('is written once in five seconds while it does not change', async () => {
    for (const seconds of [0, 2, 4]) await call('wsfe', seconds);
    expect(await statusAt('wsfe', 5)).toEqual({ status: 'answering', lastAnsweredAt: at(0) });
    await call('wsfe', 5);
    expect(await statusAt('wsfe', 6)).toEqual({ status: 'answering', lastAnsweredAt: at(5) });
  });

  test('is answered from what is known, and probed in the background for the next reader', async () => {
    const asked = async () => (await simulator.control.stats()).live.wsfe_requests;
    const before = await asked();
    expect((await authorityStatusOf('live', at(0))).wsfe).toEqual({ status: 'unknown' });
    for (const seconds of [1, 2, 3]) await authorityStatusOf('live', at(seconds));
    const known = await eventually(
      () =>
        authorityStatusOf('live', at(10)).finally(() =>
          replaceProcessValue('authority-status.known', undefined),
        ),
      ({ wsaa, wsfe }) => wsaa.status === 'answering' && wsfe.status === 'answering',
    );
    expect(known.wsfe).toEqual({ status: 'answering', lastAnsweredAt: at(0) });
    expect(await asked()).toBe(before + 1);
  });

  test('fails no call and no probe while the database is away', async () => {
    const opened = currentDatabase();
    setDatabase(undefined);
    try {
      await expect(call('wsfe', 0)).resolves.toBeUndefined();
      await probeInBackground({ environment: 'live', service: 'wsfe' }, at(0));
    } finally {
      setDatabase(opened);
    }
    await call('wsfe', 1);
    expect(await statusAt('wsfe', 2)).toMatchObject({ status: 'answering' });
  });
});
