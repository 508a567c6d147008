import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { notifyExpiries } from '#lib/registrations/expiry.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { after, deliveriesOf, handleOf, newJobOf, newReceiver } from './scene.ts';

allowReceivers();

const simulator = await simulatorOfWorker();
beforeEach(() => simulator.control.reset());

onNewDatabase('a certificate’s expiry', () => {
  /** A registered supplier, whose certificate's end is told to a receiver. */
  async function newRegistered() {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const events = ['certificate.expiring'];
    await createEndpoint(ctx, EndpointInput.parse({ url: receiver.url, events }));
    const { entryId } = await newRegistration(ctx);
    await (await supplierOf(ctx, simulator, entryId)).register();
    const certificate = await activeOf(ctx);
    const end = certificate.notAfter ?? new Date(0);
    return {
      ctx,
      entryId,
      certificate: certificate.id,
      end,
      /** A look at what expires, that many days before the end. */
      pass: (days: number) => notifyExpiries(after(end, -days * 86_400)),
      /** What the receiver was told, in days. */
      async told() {
        for (const { id } of await deliveriesOf(ctx)) await handleOf(ctx, id).attempt();
        return receiver.requests.map(({ json }) => json.data.days_left);
      },
      receiver,
    };
  }

  async function activeOf(ctx: Context) {
    const [row] = await database()
      .select()
      .from(certificates)
      .where(eq(certificates.workspaceId, ctx.workspace.id));
    if (!row) throw new Error('there is no certificate');
    return row;
  }

  test('is published 60, 30, 14, 7 and 1 days before and on the day, once each', async () => {
    const { pass, told, receiver, certificate, end, ctx, entryId } = await newRegistered();
    await pass(61);
    expect(await told()).toEqual([]);
    for (const days of [60, 31, 30, 29, 14, 13.9, 8, 7, 2, 1, 0.5, 0, -1, -30]) await pass(days);
    expect(await told()).toEqual(['60', '30', '14', '7', '1', '0']);
    expect(receiver.requests[0]?.json).toMatchObject({
      event: 'certificate.expiring',
      owner_id: ctx.workspace.id,
      siloEntryId: entryId,
      data: { certificate_id: certificate, not_after: end.toISOString(), days_left: '60' },
    });
  });

  test('is published once by many workers at once', async () => {
    const { pass, told } = await newRegistered();
    await Promise.all([1, 2, 3, 4].map(() => pass(30)));
    expect(await told()).toEqual(['30']);
  });

  test('is published once after three weeks without a process, with the current days left', async () => {
    const { pass, told } = await newRegistered();
    await pass(30);
    await pass(6);
    expect(await told()).toEqual(['30', '6']);
    const missedAll = await newRegistered();
    await missedAll.pass(-20);
    expect(await missedAll.told()).toEqual(['0']);
  });

  test('is published at once when it is near already', async () => {
    const { pass, told } = await newRegistered();
    await pass(10);
    expect(await told()).toEqual(['10']);
  });

  test('is not published after the registration was ended', async () => {
    const { ctx, entryId, pass, told } = await newRegistered();
    await pass(30);
    await advanceJob((await newJobOf(ctx, [{ provider: 'gov-ar.unregister' }], { entry: entryId })).job);
    await pass(14);
    expect(await told()).toEqual(['30']);
  });

  test('is not published after another certificate replaced it', async () => {
    const { certificate, pass, told } = await newRegistered();
    await database()
      .update(certificates)
      .set({ supersededAt: new Date() })
      .where(eq(certificates.id, certificate));
    await pass(30);
    expect(await told()).toEqual([]);
  });
});
