// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { InvoiceRequest } from '#lib/arca/invoicing.ts';
import { type DatabaseSource, database, openDatabase } from '#lib/database/client.ts';
import { invoiceSeries, invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { newDelegatedIssuer } from '#tests/support/delegation.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { exportSeries, newExporter, servicesAbroad, wsfexFault } from './export-scene.ts';
import { seriesOf, wsfeFault } from './scene.ts';

/** `ALTA_KILLS=200 npx vitest run --project integration tests/integration/invoices/kills.test.ts` for the long run. */
const kills = Number(process.env.ALTA_KILLS ?? 6);
const suppliers = 3;
const invoicesEach = Math.ceil((kills * 10) / suppliers);
/** Small lots, so that kills hit every stage of a lot. */
const ofALot = 5;
/**
 * A worker dies at one of its first so many moments: some forty are over before a lot is out, and in a short run there
 * is not enough to send for a long life.
 */
const moments = kills < 50 ? 120 : 400;
/** The authority refuses one invoice in so many. */
const badOneIn = 12;

vi.setConfig({ testTimeout: 60_000 + kills * 15_000 });
const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

/** Numbers that look random and are the same in each run (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test(`two instances lose, double and skip no invoice and no export when they are killed ${kills} times while they send`, async () => {
  const source = await newDatabase();
  const { cuits, exporter } = await withDatabase(source, async () => {
    // One of them by the certificate of another.
    const own = Array.from({ length: suppliers - 1 }, () => newIssuer(authority));
    const issuers = await Promise.all([...own, newDelegatedIssuer(authority)]);
    for (const issuer of issuers) {
      for (let count = 0; count < invoicesEach; count += 1) await issuer.submit();
    }
    const abroad = await newExporter(authority);
    for (let count = 0; count < invoicesEach; count += 1) await abroad.submit(servicesAbroad());
    await spoilOneIn(badOneIn);
    return { cuits: issuers.map(({ cuit }) => cuit), exporter: abroad.cuit };
  });
  const series = [...cuits.map((cuit) => seriesOf({ cuit })), exportSeries({ cuit: exporter })];
  const random = numbersFrom(20_261_121);
  let killed = 0;
  for (;;) {
    await forgetLogins();
    if (random() < 0.3) await authority.control.faults(wsfeFault('lost-answer'));
    if (random() < 0.3) await authority.control.faults(wsfexFault('lost-answer'));
    const moment = () => (killed < kills ? 1 + Math.floor(random() * moments) : undefined);
    const ends = await Promise.all([0, 1].map(() => endOf(startWorker(source.url ?? '', series, moment()))));
    killed += ends.filter((end) => end === 'killed').length;
    if (ends.includes('done')) break;
    await endLeases(source);
  }
  expect(killed).toBeGreaterThan(kills / 3);
  const ours = await withDatabase(source, () => database().select().from(invoiceSubmissions));
  const bad = ours.filter(({ request }) => totalOf(request) === '1.00');
  expect(new Set(bad.map(({ documentType }) => documentType))).toEqual(new Set([1, 19]));
  for (const { status, number } of bad) expect([status, number]).toEqual(['refused', null]);
  expect(ours.filter(({ status }) => status === 'authorised')).toHaveLength(ours.length - bad.length);
  for (const cuit of [...cuits, exporter]) {
    const theirs = await authority.control.vouchers('sandbox', cuit);
    const mine = ours
      .filter((row) => row.cuit === cuit && row.status === 'authorised')
      .sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
    expect(theirs.map(({ number, cae, request_id }) => [number, cae, request_id])).toEqual(
      mine.map(({ number, cae, request }) => [number, cae, 'Id' in request ? request.Id : undefined]),
    );
    expect(theirs.map(({ number }) => number)).toEqual(mine.map((_, at) => at + 1));
    const inOrder = mine.toSorted((a, b) => a.jobCreatedAt.getTime() - b.jobCreatedAt.getTime());
    expect(inOrder.map(({ number }) => number)).toEqual(mine.map(({ number }) => number));
  }
  console.log(`${killed} kills, ${ours.length} invoices: the authority counts as many CAEs as we do`);
});

const totalOf = (request: InvoiceRequest) => ('Id' in request ? request.Imp_total : request.ImpTotal);

/** Some requests state a total that is not the sum of their parts (10048; of an export 1610). */
async function spoilOneIn(many: number): Promise<void> {
  await database().execute(sql`
    update invoice_submissions
    set request = request || case when request ? 'Id' then '{"Imp_total": "1.00"}' else '{"ImpTotal": "1.00"}' end::jsonb
    where id in (select id from (
      select id, row_number() over (partition by cuit order by job_created_at, job_id) as place
      from invoice_submissions) as placed where place % ${many} = 0)`);
}

/** Ends the leases of the killed, which would take fifteen seconds. */
async function endLeases(source: DatabaseSource): Promise<void> {
  const opened = await openDatabase(source);
  await opened.db.update(invoiceSeries).set({ leaseUntil: new Date(0) });
  await opened.close();
}

/**
 * Ends the ten minutes in which the authority issues no second ticket: a worker killed while it logged in leaves one
 * that nobody has (docs/authority.md#re-login-window).
 */
async function forgetLogins(): Promise<void> {
  await authority.control.reset();
  await authority.control.lots(ofALot);
  await authority.control.processing(15);
}

function startWorker(url: string, series: object[], diesAt?: number): ChildProcess {
  const dies = diesAt ? { DIES_AT: String(diesAt) } : {};
  return spawn(process.execPath, ['tests/support/invoice-worker.ts'], {
    env: { ...process.env, DATABASE_URL: url, SERIES: JSON.stringify(series), ...dies },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function endOf(worker: ChildProcess): Promise<'killed' | 'done'> {
  if (!worker.stdout) throw new Error('the worker has no output');
  const [said, [code, signal]] = await Promise.all([text(worker.stdout), once(worker, 'exit')]);
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the worker ended with ${code ?? signal}`);
  return said.includes('done') ? 'done' : 'killed';
}
