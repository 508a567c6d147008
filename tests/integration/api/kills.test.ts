// @module-tag slow
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newDatabase, newOwnDatabase } from '#tests/support/databases.ts';
import {
  invoicesEach,
  issueAsSupplier,
  newIntegrator,
  type SuppliedByApi,
} from '#tests/support/issue-by-api.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { stubbornClient } from '#tests/support/stubborn-client.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';

/** `ALTA_KILLS=500 npx vitest run --project integration tests/integration/api/kills.test.ts` for the long run. */
const kills = Number(process.env.ALTA_KILLS ?? 3);
/** Suppliers on their way at a time; others follow them until the last kill. */
const atOnce = 4;

/** An entry of a process that died is taken up after ten seconds or more: of many, some live long enough to see it. */
const longestLifeMs = kills > 20 ? 15_000 : 2_000;
const patience = { seconds: kills > 20 ? 900 : 180 };

vi.setConfig({ testTimeout: 240_000 + kills * 30_000 });

describe.each([
  ['one process with a PostgreSQL of its own', 1, newOwnDatabase],
  ['two processes on a server', 2, async () => ({ source: await newDatabase() })],
] as const)('%s, killed at random and started again', (name, count, create) => {
  test('completes every supplier and invoice that it acknowledged, once', async () => {
    const scene = await begin(count, await create());
    const { simulator, receiver, instances } = scene;
    let killed = 0;
    const suppliers: Promise<SuppliedByApi>[] = [];
    const pace = async () => {
      while (killed < kills || suppliers.length < atOnce) {
        const supplier = issueAsSupplier(scene.call, scene.workflows, simulator, patience);
        suppliers.push(supplier);
        await supplier;
      }
    };
    const kill = async () => {
      for (; killed < kills; killed += 1) {
        await pause(Math.random() * longestLifeMs);
        await instances.kill(killed);
        // A ticket that it was given and had not stored is lost, and the authority gives no other for ten minutes.
        await simulator.control.reset();
        await instances.start(killed);
      }
    };
    await Promise.all([kill(), ...Array.from({ length: atOnce }, pace)]);
    const done = await Promise.all(suppliers);
    const messages = () => receiver.requests.map(({ json }) => json as Message);
    const told = (event: string) =>
      new Set(
        messages()
          .filter((each) => each.event === event)
          .map(idOf),
      );
    await eventually(
      async () => [told('registration.completed').size, told('invoice.authorised').size],
      ([completed, authorised]) => completed === done.length && authorised === done.length * invoicesEach,
      patience,
    );
    await instances.stop();

    const bodies = Map.groupBy(receiver.requests, ({ headers }) => headers['webhook-id']);
    for (const [, sent] of bodies) expect(new Set(sent.map(({ body }) => body.toString())).size).toBe(1);
    await looking(scene.source, async () => {
      const active = await database()
        .select({ entryId: certificates.entryId })
        .from(certificates)
        .where(sql`${certificates.activatedAt} is not null`);
      expect(active.map(({ entryId }) => entryId).sort()).toEqual(done.map(({ id }) => id).sort());
      const completed = await database()
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, 'registration.completed'));
      expect(completed).toHaveLength(done.length);
      const ours = await database().select().from(invoiceSubmissions);
      expect(ours).toHaveLength(done.length * invoicesEach);
      for (const { cuit } of done) {
        const theirs = await simulator.control.vouchers('sandbox', cuit);
        const mine = ours.filter((row) => row.cuit === cuit).map(({ number, cae }) => [number, cae]);
        expect(mine.sort()).toEqual(theirs.map(({ number, cae }) => [number, cae]));
        expect(theirs.map(({ number }) => number)).toEqual([1, 2]);
      }
    });
    console.log(
      `${name}: ${killed} kills, ${done.length} suppliers, ${done.length * invoicesEach} invoices, ${bodies.size} messages in ${receiver.requests.length} requests`,
    );
  });
});

interface Message {
  event: string;
  id: string;
}
const idOf = ({ id }: Message) => id;

async function begin(count: number, { source, remove }: { source: DatabaseSource; remove?: () => void }) {
  if (remove) onTestFinished(remove);
  const [simulator, receiver] = [await startSimulator(), await startReceiver()];
  onTestFinished(async () => {
    await Promise.all([simulator.stop(), receiver.stop()]);
  });
  const { apiKey, workflows } = await withDatabase(source, newIntegrator);
  const env = { ...authorityOf(simulator), WEBHOOK_LOOPBACK: 'allow', RATE_LIMIT_FACTOR: '100000' };
  const instances = await startInstances(count, () => startAlta(source, env));
  const call = stubbornClient(instances.origin, apiKey, patience);
  await call('POST', '/transform/v1/webhooks/endpoints', { url: receiver.url, events: ['*'] }, 'endpoint');
  return { source, simulator, receiver, workflows, instances, call };
}

async function startInstances(count: number, start: () => Promise<RunningAlta>) {
  const running: RunningAlta[] = [];
  while (running.length < count) running.push(await start());
  let turn = 0;
  const stop = async () => {
    for (const { stop } of running) await stop();
  };
  onTestFinished(stop);
  return {
    /** One after the other, those that are being started too. */
    origin: () => running[turn++ % count]?.origin ?? '',
    async kill(which: number) {
      const child = running[which % count]?.process;
      child?.kill('SIGKILL');
      if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    async start(which: number) {
      running[which % count] = await start();
    },
    stop,
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
