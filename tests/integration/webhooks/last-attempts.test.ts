import { expect, test } from 'vitest';
import { listLastAttempts } from '#lib/webhooks/deliveries.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { newDelivery, newReceiver } from './scene.ts';

allowReceivers();

onDatabase('the last attempt of a delivery', () => {
  test('is listed for tried deliveries, in their own workspace', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 500 }, { status: 204 });
    const tried = await newDelivery(receiver.url);
    await tried.attempt();
    const due = (await tried.row()).nextAttemptAt ?? undefined;
    expect(await listLastAttempts(tried.ctx, [{ id: tried.delivery }])).toEqual(
      new Map([[tried.delivery, { status: 500, failure: null }]]),
    );
    await tried.attempt(due);
    const untried = await newDelivery(receiver.url, { ctx: tried.ctx });
    const both = [{ id: tried.delivery }, { id: untried.delivery }];
    expect(await listLastAttempts(tried.ctx, both)).toEqual(
      new Map([[tried.delivery, { status: 204, failure: null }]]),
    );
    expect(await listLastAttempts(await newWorkspace(), both)).toEqual(new Map());
    expect(await listLastAttempts(tried.ctx, [])).toEqual(new Map());
  });
});
