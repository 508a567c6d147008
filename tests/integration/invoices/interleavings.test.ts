import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { type InvoicingService, serviceFor } from '#lib/arca/services.ts';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { AltaError } from '#lib/errors.ts';
import { accessFor, changeDocument } from '#lib/invoices/change-document.ts';
import { sendLot } from '#lib/invoices/send-lot.ts';
import { nextLot, sendSeries } from '#lib/invoices/send-series.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import { withNewDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { type Fate, type SentRequest, startHeldAuthority } from '#tests/support/held-authority.ts';
import { type Json, line } from '#tests/support/invoices.ts';
import type { Issuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { exportInvoice, goodsAbroad, newExporter } from './export-scene.ts';

/**
 * `ALTA_INTERLEAVINGS=100000 npx vitest run --project integration tests/integration/invoices/interleavings.test.ts`
 * for the long run; `ALTA_INTERLEAVING=<seed>` for one of them again, or for a run that begins there.
 */
const first = process.env.ALTA_INTERLEAVING;
const asked = process.env.ALTA_INTERLEAVINGS ?? (first === undefined ? undefined : '1');
const most = Number(asked ?? 100);
const sideBySide = 16;
/** One seed in so many is of exports. */
const exportsEvery = 4;
const longestUnderWayMs = 7 * 60_000;
/** The date of every invoice: the authority refuses one that is dated before the last of its series. */
const today = buenosAiresDay(new Date());
vi.setConfig({ testTimeout: 60_000 + most * 2_000 });

const simulator = await simulatorOfWorker();
withNewDatabase();

const worlds = new Map<number, World>();
const worldOf = (pointOfSale: number): World => {
  const world = worlds.get(pointOfSale);
  if (!world) throw new Error(`nobody sends at ${pointOfSale}`);
  return world;
};

const network = await startHeldAuthority(
  simulator,
  async (request) => {
    const world = worldOf(request.pointOfSale);
    const [makers, fate] = [await sendingNow(world), world.nextFate()];
    world.requests.push({ request, makers, fate, leftAt: world.now });
    await world.beforeArrival();
    return fate;
  },
  (body) => worlds.get(Number(/<(?:PtoVta|Punto_vta|Pto_venta)>(\d+)</.exec(body)?.[1]))?.isDown() ?? false,
);
afterAll(network.stop);

/** One company's point of sale in one interleaving, with what really became of each request. */
interface World {
  issuer: Issuer;
  workflowId: string;
  service: InvoicingService;
  pointOfSale: number;
  /** Two equal sales and a different one. */
  sales: Sale[];
  requests: { request: SentRequest; makers: Map<number, string>; fate: Fate; leftAt: number }[];
  /** On the clock of this interleaving. */
  now: number;
  /** CAEs of vouchers that other software had authorized, by number. */
  others: Map<number, string>;
  nextFate(): Fate;
  /** What others do between a request's leaving and its arrival. */
  beforeArrival(): Promise<void>;
  isDown(): boolean;
}

interface Sale {
  entryId: string;
  jobId?: string | undefined;
}

/** The entries whose numbers are out, by number. */
async function sendingNow({ issuer, pointOfSale }: World): Promise<Map<number, string>> {
  const rows = await database()
    .select({ number: invoiceSubmissions.number, entryId: invoiceSubmissions.entryId })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(invoiceSubmissions.cuit, issuer.cuit),
        eq(invoiceSubmissions.pointOfSale, pointOfSale),
        eq(invoiceSubmissions.status, 'sending'),
      ),
    );
  return new Map(rows.map(({ number, entryId }) => [number ?? 0, entryId]));
}

/** Numbers that look random and are the same in each run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const submissionsOf = ({ issuer, pointOfSale }: World) =>
  database()
    .select()
    .from(invoiceSubmissions)
    .where(and(eq(invoiceSubmissions.cuit, issuer.cuit), eq(invoiceSubmissions.pointOfSale, pointOfSale)));

async function interleave(
  issuer: Issuer,
  workflowId: string,
  seed: number,
  pointOfSale: number,
): Promise<void> {
  const random = numbersFrom(seed);
  const oneOf = <T>(...items: T[]): T => items[Math.floor(random() * items.length)] as T;
  const ofExports = seed % exportsEvery === 0;
  const documentType = ofExports ? exportInvoice : 1;
  const series = { environment: 'sandbox' as const, cuit: issuer.cuit, pointOfSale, documentType };
  const service = serviceFor(documentType);
  const linesAt = (price: string) => [line(price, ofExports ? { taxes: undefined } : {})];
  const { ctx } = issuer;
  let isCalm = false;
  const world: World = {
    ...{
      issuer,
      workflowId,
      service,
      pointOfSale,
      sales: [],
      requests: [],
      others: new Map(),
      now: Date.now(),
    },
    nextFate: () => (isCalm ? 'answered' : oneOf('answered', 'request-lost', 'answer-lost', 'held', 'held')),
    isDown: () => !isCalm && random() < 0.05,
    async beforeArrival() {
      if (isCalm || isOvertaking || random() < 0.7) return;
      isOvertaking = true;
      await oneOf(otherSoftware, overtake)();
      isOvertaking = false;
    },
  };
  let isOvertaking = false;
  /** Another process, for which the lease of this one has run out. */
  const overtake = async () => {
    for (let lot = await nextLot(series, new Date(world.now)), turns = 0; lot && turns < 3; turns += 1) {
      if ((await sendLot(lot, undefined, new Date(world.now))) === 'later') return;
      lot = await nextLot(series, new Date(world.now));
    }
  };
  const otherSoftware = async () => {
    const { doc } = await fetchEntry(ctx, oneOf(...world.sales).entryId);
    const access = await accessFor(ctx, service, issuer.cuit, new Date());
    if (access.kind !== 'granted') throw new Error('no access');
    const caller = { ...access.caller, endpoint: `${simulator.url}/sandbox${service.path}` };
    const last = await service.calls.readLastNumber(caller, series);
    if (last.kind !== 'last') throw new Error('no last number');
    const { code: _, ...unsent } = doc as { code?: string };
    const number = last.number + 1;
    // An equal sale, and of an export another Id.
    const request = service.calls.requestOf(buildInvoice(unsent), `other software ${number}`);
    const given = await authoriseOne(caller, request, number);
    if (given.kind === 'authorised') world.others.set(number, given.cae);
  };
  worlds.set(pointOfSale, world);
  for (const price of ['100.00', '100.00', oneOf('100.00', '7.00')]) {
    const sale: Json = { series: String(pointOfSale), lines: linesAt(price), issue_date: today };
    const entry = await issuer.write(ofExports ? goodsAbroad(sale) : sale);
    world.sales.push({ entryId: entry.id });
  }
  const send = () => sendSeries(series, () => new Date(world.now));
  const wake = async () => {
    for (const { id } of await submissionsOf(world)) await wakeJobs(id);
  };
  const held = () => world.requests.filter(({ request }) => request.release);
  const acts: Record<string, () => Promise<void>> = {
    async job() {
      const sale = oneOf(...world.sales);
      if (sale.jobId) return;
      sale.jobId = (await createJob(ctx, { workflowId, entryId: sale.entryId })).id;
      await advanceJob(sale.jobId);
    },
    async cancel() {
      const sale = oneOf(...world.sales);
      if (!sale.jobId) return;
      await cancelJob(ctx, sale.jobId);
      sale.jobId = undefined;
    },
    async change() {
      const { entryId } = oneOf(...world.sales);
      const price = oneOf('100.00', '7.00', '55.00');
      await changeDocument(ctx, entryId, { data: { lines: linesAt(price) }, mode: 'merge' }).catch(
        (error: unknown) => {
          if (!(error instanceof AltaError && error.key === 'conflict')) throw error;
        },
      );
    },
    send,
    async wait() {
      world.now += oneOf(5, 30, 120) * 1_000;
      // The authority works at nothing for longer than Alta allows for.
      for (const { request, leftAt } of held())
        if (leftAt + longestUnderWayMs < world.now) await request.release?.();
      await send();
    },
    async arrive() {
      await oneOf(...held())?.request.release?.();
    },
    otherSoftware,
    /** A process that dies while its request is out has put nothing off. */
    async crash() {
      await database()
        .update(invoiceSubmissions)
        .set({ nextAttemptAt: null, obstacle: null })
        .where(
          and(eq(invoiceSubmissions.pointOfSale, pointOfSale), eq(invoiceSubmissions.status, 'sending')),
        );
    },
    wake,
  };
  const weights = {
    job: 3,
    cancel: 2,
    change: 1,
    send: 4,
    wait: 3,
    arrive: 3,
    otherSoftware: 1,
    crash: 1,
    wake: 2,
  };
  const choices = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name));
  const told: string[] = [];
  for (let step = 0; step < 20; step += 1) {
    const name = oneOf(...choices);
    told.push(name);
    await acts[name]?.();
  }
  // What is still out arrives, and everybody is heard.
  isCalm = true;
  for (const { request } of held()) await request.release?.();
  for (let turn = 0; turn < 12; turn += 1) {
    world.now += 90_000;
    await send();
    await wake();
  }
  await check(world, `seed ${seed}: ${told.join(' ')}`);
  worlds.delete(pointOfSale);
}

async function check(world: World, story: string): Promise<void> {
  const submissions = await submissionsOf(world);
  const holders = new Map(submissions.flatMap(({ cae, ...each }) => (cae ? [[cae, each] as const] : [])));
  const open = submissions.filter(({ status }) => !['authorised', 'refused', 'withdrawn'].includes(status));
  expect(open, `${story}: nothing waits`).toEqual([]);
  // Each voucher that we made is some sale's, and no sale has two.
  const made = world.requests.flatMap(({ request }) => [...request.authorised.values()]);
  const orphans = made.filter((cae) => !holders.has(cae));
  expect(orphans, `${story}: each CAE of ours belongs to a sale`).toEqual([]);
  const entryIds = [...holders.values()].map(({ entryId }) => entryId);
  expect(new Set(entryIds).size, `${story}: a sale has one CAE`).toBe(entryIds.length);
  // A voucher of other software's is taken for ours only where nobody could tell: a request for that number was lost,
  // and no Id tells them apart.
  for (const [number, cae] of world.others) {
    const holder = holders.get(cae);
    if (!holder) continue;
    const couldBeOurs =
      !('Id' in holder.request) &&
      world.requests.some(({ fate, makers }) => makers.get(number) === holder.entryId && fate !== 'answered');
    expect(couldBeOurs, `${story}: number ${number} is other software's`).toBe(true);
  }
  for (const { entryId, jobId } of world.sales) {
    const holder = [...holders.values()].find((each) => each.entryId === entryId);
    const { doc, stamps } = await fetchEntry(world.issuer.ctx, entryId);
    expect(stamps.some(({ prv }) => prv === 'arca-cae')).toBe(holder !== undefined);
    if (holder) {
      // What the authority has is what the entry shows.
      const { code: _, ...unsent } = doc as { code?: string };
      const { requestOf } = world.service.calls;
      expect(holder.request, story).toEqual(requestOf(buildInvoice(unsent), entryId));
    }
    if (!jobId) continue;
    expect(await fetchJob(world.issuer.ctx, jobId), story).toMatchObject({ status: 'OK' });
    expect(holder, `${story}: a sale that is wanted is issued`).toBeDefined();
  }
}

const title = (count: number) =>
  `the engine loses and doubles no invoice and no export in ${count} interleavings of sends, cancellations, slow and lost answers, crashes, changes and other software`;
// Most mistakes show within the first ten.
test(title(16), { skip: asked !== undefined }, () => runInterleavings(16));
test(title(most), { tags: 'slow' }, () => runInterleavings(most));

async function runInterleavings(count: number): Promise<void> {
  const issuer = await newExporter(simulator);
  const restore = setEnvironment({ ARCA_SANDBOX_URL: `${network.url}/sandbox` });
  try {
    const { id: workflowId } = await createWorkflow(
      issuer.ctx,
      WorkflowInput.parse({ name: 'Send', schema: 'bill/invoice', steps: [{ provider: 'gov-ar.send' }] }),
    );
    // Logs in once: the registration has logged in to the service of the other invoices only.
    await accessFor(issuer.ctx, serviceFor(exportInvoice), issuer.cuit, new Date());
    let next = 0;
    const begun = Date.now();
    const runner = async () => {
      for (let at = next++; at < count; at = next++) {
        await interleave(issuer, workflowId, Number(first ?? 0) + at, 1 + (at % 90_000));
        if ((at + 1) % 1000 === 0) console.log(`${at + 1} interleavings in ${Date.now() - begun} ms`);
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, runner));
  } finally {
    restore();
  }
}
