import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { issueAsSupplier, newIntegrator } from '#tests/support/issue-by-api.ts';
import { cookieIn, logIn } from '#tests/support/log-in.ts';
import { newPerson } from '#tests/support/person.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { type StubbornClient, stubbornClient } from '#tests/support/stubborn-client.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';

/** Debian's package faketime. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const isInstalled = existsSync(library);
if (!isInstalled) console.log('No clock is moved: faketime is not installed.');

describe.skipIf(!isInstalled || !inject('postgresUrl'))('the application with a wrong clock', () => {
  test('hours behind refuses a certificate as not yet valid, and accepts it once the clock is right', async () => {
    const scene = await begin(-6);
    const refusals: string[] = [];
    const again: StubbornClient = async (...request) => {
      for (;;) {
        const answer = await scene.call(...request).catch((error: Error) => error);
        if (!(answer instanceof Error)) return answer;
        refusals.push(answer.message);
        if (!answer.message.includes('not-yet-valid')) throw answer;
        await scene.setClock(0);
      }
    };
    const { cuit } = await issueAsSupplier(again, scene.workflows, scene.simulator);
    expect(refusals).toHaveLength(1);
    await scene.expectEachOnce(cuit);
  }, 120_000);

  test('that jumps ahead loses nothing, issues nothing twice, reports its skew and delays nothing for hours', async () => {
    const scene = await begin(0);
    const { call, alta } = scene;
    const skew = async () =>
      Number(/clock_skew_seconds{.*"wsaa"} (.*)/.exec(await textOf(`${alta.origin}/api/metrics`))?.[1]);
    const jumped = new Set<string>();
    const jumping: StubbornClient = async (method, path, body, key) => {
      const about = path.endsWith('/confirm')
        ? 'proof'
        : key && invoiceJob(body, scene.workflows)
          ? 'invoice'
          : '';
      if (!about || jumped.has(about)) return call(method, path, body, key);
      jumped.add(about);
      const hours = about === 'proof' ? 6 : 13;
      await scene.setClock(hours);
      const answer = await call(method, path, body, key);
      if (about === 'proof') {
        await eventually(
          () => call('GET', path.replace('/confirm', '/registration')),
          (registration) => JSON.stringify(registration).includes('authority-unavailable'),
        );
        expect(await skew()).toBeCloseTo(-hours * 3_600, -2);
        expect(await putOffSeconds(scene.source)).toBeLessThan(600);
        await scene.setClock(0);
        return call(method, path, body);
      }
      await eventually(
        () => call('GET', `/transform/v1/jobs/${answer.id}`),
        ({ status }) => status === 'ERR',
      );
      expect(await putOffSeconds(scene.source)).toBeLessThan(600);
      await scene.setClock(0);
      // What comes of its entry in the queue, which is due in minutes, without them.
      await looking(scene.source, () =>
        database().execute(sql`update pgboss.job set start_after = now() where name like 'invoice-series%'`),
      );
      return answer;
    };
    const { cuit } = await issueAsSupplier(jumping, scene.workflows, scene.simulator);
    expect([...jumped]).toEqual(['proof', 'invoice']);
    await scene.expectEachOnce(cuit);
    expect((await scene.simulator.control.stats()).sandbox.logins).toBe(1);
  }, 120_000);

  test('that is set back ends the sessions of the hours ahead, and lets people log in again', async () => {
    const { source, alta, setClock } = await begin(13);
    const person = await withDatabase(source, () => newPerson());
    const sessionOf = async () => cookieIn(await logIn(alta.origin, person), sessionCookieName) ?? '';
    const isOpen = async (cookie: string) =>
      (await fetchPage(`${alta.origin}/account`, { headers: { cookie }, redirect: 'manual' })).status === 200;
    const ahead = await sessionOf();
    expect(await isOpen(ahead)).toBe(true);
    await setClock(0);
    expect(await isOpen(ahead)).toBe(false);
    const right = await sessionOf();
    expect(await isOpen(right)).toBe(true);
    // Unused for twelve hours, as far as the process knows.
    await setClock(13);
    expect(await isOpen(right)).toBe(false);
  }, 120_000);
});

const invoiceJob = (body: unknown, { invoice }: { invoice: string }): boolean =>
  typeof body === 'object' && body !== null && 'workflow_id' in body && body.workflow_id === invoice;

const textOf = async (url: string) => (await fetchPage(url)).text();

/** The longest that an entry of the queue waits, by the database's clock. */
const putOffSeconds = (source: Parameters<typeof looking>[0]): Promise<number> =>
  looking(source, async () => {
    const { rows } = await database().execute<{ seconds: string }>(sql`
      select max(extract(epoch from start_after - now())) as seconds from pgboss.job
      where state < 'active' and (name like 'registration-prove%' or name like 'invoice-series%')`);
    return Number(rows[0]?.seconds ?? Number.NaN);
  });

async function begin(hours: number) {
  const source = await newDatabase();
  const simulator = await startSimulator();
  onTestFinished(() => simulator.stop());
  const { apiKey, workflows } = await withDatabase(source, newIntegrator);
  const clock = newClock();
  clock.set(hours);
  const alta = await startAlta(source, { ...authorityOf(simulator), ...clock.env });
  onTestFinished(() => alta.stop());
  return {
    source,
    simulator,
    workflows,
    alta,
    call: stubbornClient(() => alta.origin, apiKey),
    async setClock(by: number) {
      clock.set(by);
      const isSet = (date: string | null) =>
        Math.abs(Date.parse(date ?? '') - Date.now() - by * 3_600_000) < 60_000;
      await eventually(
        async () => (await fetchPage(`${alta.origin}/api/health/live`)).headers.get('date'),
        isSet,
      );
    },
    /** One certificate, and of each invoice what the authority has. */
    expectEachOnce: (cuit: string) =>
      looking(source, async () => {
        expect(await database().$count(certificates, sql`activated_at is not null`)).toBe(1);
        const ours = await database().select().from(invoiceSubmissions).orderBy(invoiceSubmissions.number);
        const theirs = await simulator.control.vouchers('sandbox', cuit);
        expect(ours.map(({ number, cae }) => [number, cae])).toEqual(
          theirs.map(({ number, cae }) => [number, cae]),
        );
        expect(theirs.map(({ number }) => number)).toEqual([1, 2]);
      }),
  };
}

/** A clock that a process goes by, and the hours by which it is off. */
function newClock() {
  const directory = mkdtempSync(join(tmpdir(), 'alta-clock-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'offset');
  return {
    set(hours: number) {
      writeFileSync(`${file}.new`, hours < 0 ? `${hours}h` : `+${hours}h`);
      renameSync(`${file}.new`, file);
    },
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
