import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { leaveSandboxWork, startHanging, tell } from '#tests/support/hanging-neighbour.ts';
import { classA } from '#tests/support/invoices.ts';
import { newAuthorisedSupplier, newLiveSupplier } from '#tests/support/live-supplier.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { authorityOf, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { type Installation, newInstallation, workIn } from './installation.ts';
import type { Table } from './report.ts';
import { amount, inTurns, median, medianRatio } from './rounds.ts';
import { rowsOf } from './workflow-rows.ts';
import { endWorker, startHelper } from './workflow-throughput.ts';

const rounds = amount(15);
const hangingMessages = amount(300, 40);
const most = 2;

/** What the measured work needs. */
interface Contestant extends Installation {
  simulator: RunningSimulator;
  issuer: { ctx: Context; cuit: string; workflow: string };
  /** Its events are delivered. */
  subscriber: Context;
}

/**
 * The same work in two installations. Beside the one nobody works; beside the other the sandbox's authority, for
 * which thirty logins and invoices wait, and a receiver of 300 messages of another workspace take every connection
 * and never say a word.
 */
export async function measureNeighbours(): Promise<Table[]> {
  const postgres = await startPostgres();
  const simulator = await startSimulator();
  // The receivers are on this machine, which is allowed where the application is on this machine, too.
  const restore = setEnvironment({
    WEBHOOK_LOOPBACK: 'allow',
    ALTA_ORIGIN: 'http://127.0.0.1',
    ...authorityOf(simulator),
  });
  const hanging = await startHanging();
  const receiver = await startHelper('receiver-process.ts');
  const endings = [() => endWorker(receiver.child)];
  const begin = async (leaveWork: () => Promise<void>): Promise<Contestant> => {
    const installation = await newInstallation(postgres.url);
    const issuer = await newIssuer(simulator);
    const subscriber = await newWorkspace();
    await createEndpoint(subscriber, EndpointInput.parse({ url: receiver.firstLine, events: ['*'] }));
    await leaveWork();
    const engine = await startHelper('engine-process.ts', {
      DATABASE_URL: installation.url,
      ARCA_SANDBOX_URL: hanging.url,
      ARCA_TIMEOUT_SECONDS: '120',
      WEBHOOK_TIMEOUT_SECONDS: '60',
    });
    endings.push(async () => {
      engine.child.kill('SIGKILL');
      await installation.boss.stop({ graceful: false });
      await installation.opened.close();
    });
    return { ...installation, simulator, issuer, subscriber };
  };
  try {
    const quiet = await begin(async () => {});
    const beside = await begin(async () => {
      await leaveSandboxWork(simulator);
      await tell(await newWorkspace(), hanging.url, hangingMessages);
    });
    while (hanging.connections() < 30) await pause(100);
    const rows = [];
    for (const [what, work] of Object.entries(works)) {
      const contestants = { quiet: () => measure(quiet, work), beside: () => measure(beside, work) };
      await inTurns(amount(2), contestants);
      const measured = await inTurns(rounds, contestants);
      const ratio = medianRatio(measured.beside, measured.quiet);
      rows.push({
        what,
        measured: `${median(measured.beside).toFixed(1)} ms, at most ${Math.max(...measured.beside).toFixed(0)} ms`,
        reference: `${median(measured.quiet).toFixed(1)} ms`,
        ratio,
        aim: `<= ${most}`,
        met: ratio <= most,
      });
    }
    return [
      {
        title: 'Beside a sandbox and a receiver that hang / beside nobody',
        rows,
        notes: [
          `${rounds} rounds in turn, one at a time; ${hanging.connections()} connections were kept waiting.`,
        ],
      },
    ];
  } finally {
    for (const end of endings.toReversed()) await end();
    hanging.stop();
    await simulator.stop();
    await postgres.stop();
    restore();
  }
}

async function newIssuer(simulator: RunningSimulator) {
  const { ctx, cuit, add } = await newLiveSupplier(simulator);
  await add(1);
  const send = { name: 'Send', schema: 'bill/invoice', steps: [{ provider: 'gov-ar.send' }] };
  return { ctx, cuit, workflow: (await createWorkflow(ctx, WorkflowInput.parse(send))).id };
}

/** Each prepares its work, and gives how it is begun and what is true when it is done. */
const works: Record<string, (contestant: Contestant) => Promise<Work>> = {
  'a live invoice, from its job to its end': async ({ issuer: { ctx, cuit, workflow } }) => {
    const supplier = { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: cuit } };
    const { issue_date: _, ...invoice } = classA({ supplier, series: '1' });
    const { id } = await createEntry(ctx, { folder: 'invoices', data: invoice });
    return {
      begin: () => createJob(ctx, { workflowId: workflow, entryId: id }),
      isDone: sql`select status = 'OK' as is from jobs where silo_entry_id = ${id}`,
    };
  },
  'a live login, from being asked for to its end': async ({ simulator }) => {
    const { entryId, requestProof } = await newAuthorisedSupplier(simulator);
    return {
      begin: requestProof,
      isDone: sql`select proof_status = 'settled' as is from registrations where entry_id = ${entryId}`,
    };
  },
  'a message of another workspace, until it is delivered': async ({ subscriber }) => ({
    begin: () => database().transaction((tx) => publishEvent(tx, subscriber, 'job.failed', { data: {} })),
    isDone: sql`select bool_and(status = 'delivered') as is from webhook_deliveries
      where workspace_id = ${subscriber.workspace.id}`,
  }),
};

interface Work {
  begin(): Promise<unknown>;
  isDone: SQL;
}

async function measure(contestant: Contestant, prepare: (typeof works)[string]): Promise<number> {
  workIn(contestant);
  const { begin, isDone } = await prepare(contestant);
  const startedAt = performance.now();
  await begin();
  while (!(await rowsOf<{ is: boolean | null }>(database(), isDone))[0]?.is) await pause(2);
  return performance.now() - startedAt;
}
