import { listBatches } from '#lib/batches/batches.ts';
import type { Context } from '#lib/context.ts';
import { buildDocument } from '#lib/documents/build.ts';
import { countInvoices, listInvoices } from '#lib/invoices/invoice-list.ts';
import { cursorOf } from '#lib/paging.ts';
import { countAudit, listAudit } from '#lib/reports/audit-trail.ts';
import { countOpenRegistrations, listOpenRegistrations } from '#lib/reports/open-registrations.ts';
import { searchWorkspace } from '#lib/reports/search.ts';
import { countEntries } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { countDeliveries, listDeliveries } from '#lib/webhooks/deliveries.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { countJobs, listJobs } from '#lib/workflows/job-list.ts';
import { classA } from '#tests/support/invoices.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';
import { listRowsBetween } from './console-rows.ts';
import { type Installation, newInstallation, workIn } from './installation.ts';
import type { Table } from './report.ts';
import { amount, inTurns, median, medianRatio, millisecondsOf } from './rounds.ts';
import { fillWith, quotedJson, quotedUuid } from './scale-fill.ts';

/** Rows of each list. `BENCH_SCALE=1000000` says how many the large one has, `BENCH_DIRECTORY` where it lies. */
const { BENCH_SCALE = '100000', BENCH_DIRECTORY } = process.env;
const few = amount(1_000, 200);
const many = amount(Number(BENCH_SCALE), 400);
const rounds = amount(31);
const times = amount(5);
const most = 1.1;
const limit = 25;

interface Site extends Installation {
  ctx: Context;
  /** Of a row in the middle of each list: all are of the same instants. */
  middle: string;
  /** The days around it, and those instants. */
  days: { from: string; until: string };
  span: { since: Date; until: Date };
}
type Ask = (site: Site) => Promise<unknown>;

const engine = { kind: 'engine' } as const;

/** Of each list the newest page, one in the middle, each filter, the count; and the search of all. */
const asks: Record<string, Ask> = {
  suppliers: ({ ctx }) => searchEntries(ctx, { folder: 'suppliers', limit }),
  'suppliers, the oldest first': ({ ctx }) =>
    searchEntries(ctx, { folder: 'suppliers', limit, ascending: true }),
  'suppliers in the middle': ({ ctx, middle }) =>
    searchEntries(ctx, { folder: 'suppliers', limit, cursor: middle }),
  'suppliers in an error': ({ ctx }) => searchEntries(ctx, { folder: 'suppliers', state: 'error', limit }),
  'suppliers of two days': ({ ctx, span }) => searchEntries(ctx, { folder: 'suppliers', ...span, limit }),
  'suppliers, counted': ({ ctx }) => countEntries(ctx, { folder: 'suppliers' }),
  invoices: ({ ctx }) => listInvoices(ctx, { limit }),
  'invoices in the middle': ({ ctx, middle }) => listInvoices(ctx, { limit, cursor: middle }),
  'invoices in an error': ({ ctx }) => listInvoices(ctx, { state: 'error', limit }),
  'invoices of an issuer': ({ ctx }) => listInvoices(ctx, { issuer: '30700000011', limit }),
  'invoices of a point of sale and class': ({ ctx }) =>
    listInvoices(ctx, { pointOfSale: '2', documentTypes: ['1', '2', '3'], limit }),
  'invoices of two days': ({ ctx, days }) =>
    listInvoices(ctx, { issuedFrom: days.from, issuedUntil: days.until, limit }),
  'invoices, counted': ({ ctx }) => countInvoices(ctx, {}),
  registrations: ({ ctx }) => listOpenRegistrations(ctx, { limit }),
  'registrations at a stage': ({ ctx }) => listOpenRegistrations(ctx, { stage: 'details-confirmed', limit }),
  'registrations for a reason': ({ ctx }) => listOpenRegistrations(ctx, { reason: 'other-key', limit }),
  'registrations for any reason': ({ ctx }) => listOpenRegistrations(ctx, { reason: 'any', limit }),
  'registrations by certificate, idle': ({ ctx, span }) =>
    listOpenRegistrations(ctx, { way: 'certificate', until: span.until, limit }),
  'registrations, counted': ({ ctx }) => countOpenRegistrations(ctx, {}),
  jobs: ({ ctx }) => listJobs(ctx, { limit }),
  'jobs that failed': ({ ctx }) => listJobs(ctx, { status: 'KO', limit }),
  'jobs, counted': ({ ctx }) => countJobs(ctx, {}),
  deliveries: ({ ctx }) => listDeliveries(ctx, { limit }),
  'deliveries given up': ({ ctx }) => listDeliveries(ctx, { status: 'dead', limit }),
  'deliveries of two days': ({ ctx, span }) => listDeliveries(ctx, { ...span, limit }),
  'deliveries, counted': ({ ctx }) => countDeliveries(ctx, {}),
  activity: ({ ctx }) => listAudit(ctx, { limit }),
  'activity, what failed': ({ ctx }) => listAudit(ctx, { troubles: true, limit }),
  'activity by the engine': ({ ctx }) => listAudit(ctx, { actor: 'engine', limit }),
  'activity about a supplier': ({ ctx }) => listAudit(ctx, { about: '30-00007919', limit }),
  'activity, counted': ({ ctx }) => countAudit(ctx, {}),
  batches: ({ ctx }) => listBatches(ctx, { limit }),
  'the search: a tax code': ({ ctx }) => searchWorkspace(ctx, { q: '30000079190' }),
  'the search: a rare word': ({ ctx }) => searchWorkspace(ctx, { q: 'c4ca42' }),
  'the search: an id': ({ ctx }) => searchWorkspace(ctx, { q: '01a1fc6d-3155-75eb-83e3-484ba19ee109' }),
};

/** What the verbs behind the Console's lists take where each has few rows and where each has many. */
export async function measureConsoleLists(): Promise<Table[]> {
  const postgres = await startPostgres({
    configuration: '-c shared_buffers=2GB -c max_wal_size=8GB',
    ...(BENCH_DIRECTORY && { parent: BENCH_DIRECTORY }),
  });
  const sites: Site[] = [];
  try {
    for (const size of [few, many]) sites.push(await newSite(postgres.url, size));
    const [small, large] = sites;
    return small && large ? [await compare(small, large)] : [];
  } finally {
    for (const { boss, opened } of sites) {
      await boss.stop({ graceful: true, timeout: 8_000 });
      await opened.close();
    }
    await postgres.stop();
  }
}

async function newSite(server: string, count: number): Promise<Site> {
  const installation = await newInstallation(server);
  const ctx = { ...(await newWorkspace()), actor: engine };
  const { id: workflow } = await createWorkflow(ctx, { template: 'ar-invoice' });
  const endpoint = await createEndpoint(
    ctx,
    EndpointInput.parse({ url: 'https://receiver.example/alta', events: ['*'] }),
  );
  const party = { name: 'X', tax_id: { country: 'AR', code: supplierCuit } };
  const filled = {
    count,
    workspace: quotedUuid(ctx.workspace.id),
    workflow: quotedUuid(workflow),
    endpoint: quotedUuid(endpoint.id),
    party: quotedJson(buildDocument(party, 'suppliers')),
    invoice: quotedJson(buildDocument(classA(), 'invoices')),
  };
  const begun = performance.now();
  await fillWith(installation.url, {
    between: (first, last) => listRowsBetween(filled, first, last),
    count,
  });
  if (count > 100_000)
    console.log(`  ${count} filled in ${Math.round((performance.now() - begun) / 1_000)} s`);
  const at = new Date(Date.now() - (count / 2) * 60_000);
  const day = (days: number) => new Date(at.getTime() + days * 86_400_000);
  const date = (instant: Date) => instant.toISOString().slice(0, 10);
  return {
    ...installation,
    ctx,
    middle: cursorOf({ createdAt: at, id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }),
    days: { from: date(day(-1)), until: date(at) },
    span: { since: day(-1), until: at },
  };
}

async function compare(small: Site, large: Site): Promise<Table> {
  const rows = [];
  for (const [what, ask] of Object.entries(asks)) {
    const at = (site: Site) => async () => {
      workIn(site);
      await ask(site);
      return millisecondsOf(() => ask(site), times);
    };
    const measured = await inTurns(rounds, { small: at(small), large: at(large) });
    const ratio = medianRatio(measured.large, measured.small);
    rows.push({
      what,
      measured: `${median(measured.large).toFixed(2)} ms`,
      reference: `${median(measured.small).toFixed(2)} ms`,
      ratio,
      aim: `<= ${most.toFixed(2)}`,
      met: ratio <= most,
    });
  }
  return {
    title: `The Console's lists with ${many.toLocaleString('en')} rows each / with ${few.toLocaleString('en')}`,
    rows,
    notes: [`${rounds} rounds of ${times} in turn, the verb alone. PostgreSQL without fsync.`],
  };
}
