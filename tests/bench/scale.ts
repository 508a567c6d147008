import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { countInvoices, countReasons, listInvoices } from '#lib/invoices/invoice-list.ts';
import { findIssuer } from '#lib/invoices/issuer.ts';
import { maxListCounted } from '#lib/limits.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { listAudit } from '#lib/reports/audit-trail.ts';
import { invoiceFigures } from '#lib/reports/invoices.ts';
import { isSupplierAt } from '#lib/reports/open-registrations.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { countFound, searchEntries } from '#lib/silo/search.ts';
import { deliverWebhook } from '#lib/webhooks/attempt.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { repair } from '#lib/workers.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { begunSteps } from '#lib/workflows/events.ts';
import { countJobReasons, listJobs } from '#lib/workflows/job-list.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { classA } from '#tests/support/invoices.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { type Installation, newInstallation, workIn } from './installation.ts';
import { measurePartitions } from './partitions.ts';
import type { Table } from './report.ts';
import { amount, inTurns, median, medianRatio } from './rounds.ts';
import { fill } from './scale-fill.ts';
import { endWorker, startHelper } from './workflow-throughput.ts';

/** Number of entries, and of jobs, in the large installation, and the directory of its database. */
const { BENCH_SCALE = '100000', BENCH_DIRECTORY } = process.env;
const few = amount(1_000, 20);
const many = amount(Number(BENCH_SCALE), 60);
const rounds = amount(31);
const times = amount(5);
const maxRatio = 1.1;

interface Site extends Installation {
  ctx: Context;
  /** Workflow with one step. */
  workflowId: string;
  entryId: string;
  jobId: string;
  ref: string;
}

/** Compares the same work in an installation with few entries and in one with many, in its largest workspace. */
export async function measureScale(): Promise<Table[]> {
  const configuration = '-c shared_buffers=2GB -c max_wal_size=8GB';
  const postgres = await startPostgres({
    configuration,
    ...(BENCH_DIRECTORY && { parent: BENCH_DIRECTORY }),
  });
  const restore = setEnvironment({ WEBHOOK_LOOPBACK: 'allow', ALTA_ORIGIN: 'http://127.0.0.1' });
  const { child, firstLine: receiver } = await startHelper('receiver-process.ts');
  const sites: Site[] = [];
  try {
    for (const size of [few, many]) sites.push(await newSite(postgres.url, receiver, size));
    const [small, large] = sites;
    if (!(small && large)) return [];
    return [
      await compare(small, large, works, maxRatio),
      await compare(small, large, counts),
      await measurePartitions(large.url),
    ];
  } finally {
    for (const { boss, opened } of sites) {
      await boss.stop({ graceful: true, timeout: 8_000 });
      await opened.close();
    }
    await endWorker(child);
    await postgres.stop();
    restore();
  }
}

async function newSite(server: string, receiver: string, size: number): Promise<Site> {
  const installation = await newInstallation(server);
  const ctx = await newWorkspace();
  const startedAt = performance.now();
  await fill(installation.url, ctx, size);
  if (size > 100_000)
    console.log(`  ${size} filled in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  await createEndpoint(ctx, EndpointInput.parse({ url: receiver, events: ['registration.completed'] }));
  const steps = [{ provider: 'silo.state', config: { state: 'processing' } }];
  const { id: workflowId } = await createWorkflow(ctx, WorkflowInput.parse({ name: 'One step', steps }));
  const { entryId, ref } = await newRegistration(ctx);
  const [job] = await listJobs(ctx, { limit: 1, status: 'OK' });
  if (!job) throw new Error('No job was filled in.');
  return { ...installation, ctx, workflowId, entryId, ref, jobId: job.id };
}

type Works = Record<string, (site: Site) => Promise<unknown>>;

const works: Works = {
  'a page of invoices': ({ ctx }) => searchEntries(ctx, { folder: 'invoices', limit: 20 }),
  'a page of suppliers in the state error': ({ ctx }) =>
    searchEntries(ctx, { folder: 'suppliers', state: 'error', limit: 20 }),
  'a page of invoices that were refused for a reason': ({ ctx }) =>
    listInvoices(ctx, { state: 'error', reason: 'ARCA-10016', limit: 20 }),
  'a page of authorized invoices': ({ ctx }) => listInvoices(ctx, { authorised: true, limit: 20 }),
  'a page of suppliers whose link expired': ({ ctx }) =>
    searchEntries(ctx, {
      folder: 'suppliers',
      state: 'processing',
      condition: isSupplierAt('link-expired'),
      limit: 20,
    }),
  'a page of suppliers that cannot invoice': ({ ctx }) =>
    searchEntries(ctx, { folder: 'suppliers', unableToInvoice: new Date(), limit: 20 }),
  'a search, a total': ({ ctx }) => listInvoices(ctx, { q: '14,50', limit: 20 }),
  'a search, the beginning of a CAE': ({ ctx }) => listInvoices(ctx, { q: '700000000000', limit: 20 }),
  'a search, two words': ({ ctx }) => searchEntries(ctx, { q: 'panaderia rio', limit: 20 }),
  'a search, two common words that never meet': ({ ctx }) =>
    searchEntries(ctx, { q: 'panaderia nandu', limit: 20 }),
  'a search, a tax code': ({ ctx }) => searchEntries(ctx, { q: '30-00007124', limit: 20 }),
  'a search, the beginning of a rare word': ({ ctx }) => searchEntries(ctx, { q: 'c4ca', limit: 20 }),
  'a search, a word that no entry has': ({ ctx }) => searchEntries(ctx, { q: 'inexistente', limit: 20 }),
  'a page of jobs': ({ ctx }) => listJobs(ctx, { limit: 20 }),
  'a page of jobs that failed': ({ ctx }) => listJobs(ctx, { status: 'KO', limit: 20 }),
  'a page of jobs that failed for a reason': ({ ctx }) => listJobs(ctx, { reason: 'ARCA-10016', limit: 20 }),
  'a job with its events': async ({ ctx, jobId }) => begunSteps(ctx, await fetchJob(ctx, jobId)),
  'a page of deliveries': ({ ctx }) => listDeliveries(ctx, { limit: 20 }),
  'a page of deliveries given up': ({ ctx }) => listDeliveries(ctx, { status: 'dead', limit: 20 }),
  'the activity of an entry': ({ ctx, entryId }) => entryActivity(ctx, entryId, { limit: 20 }),
  'a page of the activity': ({ ctx }) => listAudit(ctx, { limit: 20 }),
  'the overview': ({ ctx }) => workspaceOverview(ctx),
  'an entry created': ({ ctx }) => createEntry(ctx, { folder: 'invoices', data: classA() }),
  'a job of one step, from its creation to its end': async ({ ctx, workflowId, entryId }) => {
    const { id } = await createJob(ctx, { workflowId, entryId });
    await advanceJob(id);
  },
  'the issuer with a tax code': ({ ctx }) => findIssuer(ctx, '30000007919', new Date()),
  'a webhook sent': async ({ ctx, entryId }) => {
    await database().transaction((tx) =>
      publishEvent(tx, ctx, 'registration.completed', {
        entryId,
        data: { registration_id: entryId, intent: 'register' },
      }),
    );
    const [delivery] = await listDeliveries(ctx, { limit: 1 });
    await deliverWebhook(delivery?.id ?? '');
  },
  'a visit of the wizard': ({ ref }) => findByRef(ref),
  'a repair of the queue’s missing entries': () => repair(),
};

/** Counts up to 100,000, which take longer with more entries: they have no aim. */
const counts: Works = {
  'the number of invoices in the list': ({ ctx }) => countInvoices(ctx, {}, maxListCounted),
  'the number of authorized invoices': ({ ctx }) => countInvoices(ctx, { authorised: true }, maxListCounted),
  'the number of a text search': ({ ctx }) =>
    countFound(ctx, { folder: 'invoices', q: 'panaderia' }, maxListCounted),
  'the reasons of refused invoices': ({ ctx }) => countReasons(ctx, { state: 'error' }),
  'the reasons of failed jobs': ({ ctx }) => countJobReasons(ctx, { status: 'KO' }),
  'the invoices of the overview': ({ ctx }) => invoiceFigures(ctx),
};

async function compare(small: Site, large: Site, of: Works, maxRatio?: number): Promise<Table> {
  const rows = [];
  for (const [what, work] of Object.entries(of)) {
    const at = (site: Site) => async () => {
      workIn(site);
      await work(site);
      const startedAt = performance.now();
      for (let time = 0; time < times; time++) await work(site);
      return (performance.now() - startedAt) / times;
    };
    const measured = await inTurns(rounds, { small: at(small), large: at(large) });
    const ratio = medianRatio(measured.large, measured.small);
    rows.push({
      what,
      measured: ms(median(measured.large)),
      reference: ms(median(measured.small)),
      ratio,
      ...(maxRatio && { aim: `<= ${maxRatio.toFixed(2)}`, met: ratio <= maxRatio }),
    });
  }
  return {
    title: `${maxRatio ? 'The same work' : 'Counts'} with ${many.toLocaleString('en')} entries, as many jobs and 5 times as many events / with ${few.toLocaleString('en')}`,
    rows,
    notes: [
      `${rounds} rounds of ${times} in turn, without HTTP; half of the rows belong to the workspace. PostgreSQL without fsync.`,
    ],
  };
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(2)} ms`;
