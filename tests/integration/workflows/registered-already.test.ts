import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers, type Receiver } from '#tests/support/receiver.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf, handleOf, newJobOf, newReceiver, setState } from '../webhooks/scene.ts';

allowReceivers();

onDatabase('a registration workflow with steps that send the link', () => {
  const tell = (receiver: Receiver, event: string) => ({
    provider: 'webhook',
    config: { url: receiver.url, event },
  });
  const register = { provider: 'gov-ar.register' };
  const wait = { provider: 'gov-ar.wait.authorization' };

  /** Runs the steps on the entry until nothing moves any more, and gives what its receiver was told. */
  async function run(ctx: Context, entry: string, steps: Parameters<typeof newJobOf>[1]) {
    const { job, read } = await newJobOf(ctx, steps, { entry });
    for (let told = -1; told < (await deliveriesOf(ctx, { job })).length; ) {
      const deliveries = await deliveriesOf(ctx, { job });
      told = deliveries.length;
      for (const { id } of deliveries) await handleOf(ctx, id).attempt();
      await advanceJob(job);
    }
    return read();
  }
  const endsOf = ({ intents }: Awaited<ReturnType<typeof run>>) =>
    intents.map(({ provider, events }) => {
      const { status, code } = events.at(-1) ?? {};
      return [provider, status, ...(status === 'SKIP' ? [code] : [])];
    });
  const eventsAt = ({ requests }: Receiver) => requests.map(({ json }) => json.event);

  test('ends at once for a registered supplier, and runs only the steps outside of the wait', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const entryId = await newRegistered(ctx, { notAfter: new Date(Date.now() + 700 * 86_400_000) });
    const job = await run(ctx, entryId, [
      tell(receiver, 'run.begun'),
      register,
      tell(receiver, 'link.ready'),
      { provider: 'email.link' },
      wait,
      setState('registered'),
      tell(receiver, 'supplier.registered'),
    ]);
    expect(job.status).toBe('OK');
    expect(endsOf(job)).toEqual([
      ['webhook', 'OK'],
      ['gov-ar.register', 'SKIP', 'already-registered'],
      ['webhook', 'SKIP', 'already-registered'],
      ['email.link', 'SKIP', 'already-registered'],
      ['gov-ar.wait.authorization', 'OK'],
      ['silo.state', 'OK'],
      ['webhook', 'OK'],
    ]);
    expect(eventsAt(receiver)).toEqual(['run.begun', 'supplier.registered']);
    expect((await fetchEntry(ctx, entryId)).state).toBe('registered');
  });

  test('sends the link again for a supplier that still waits', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { id: entry } = await newSupplier(ctx);
    for (const turn of [1, 2]) {
      const job = await run(ctx, entry, [register, tell(receiver, 'link.ready'), wait]);
      expect(job.status).toBe('QUEUED');
      expect(eventsAt(receiver)).toEqual(Array.from({ length: turn }, () => 'link.ready'));
    }
  });

  test('runs all its steps for a registered supplier when it has no wait', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const entryId = await newRegistered(ctx, { notAfter: new Date(Date.now() + 700 * 86_400_000) });
    const job = await run(ctx, entryId, [register, tell(receiver, 'supplier.added')]);
    expect(job.status).toBe('OK');
    expect(eventsAt(receiver)).toEqual(['supplier.added']);
  });
});
