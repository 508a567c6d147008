import { expect, test } from 'vitest';
import { cursorOf } from '#lib/paging.ts';
import { verifyDelegation } from '#lib/registrations/delegation.ts';
import { type DelegationList, listDelegations, verifyWaiting } from '#lib/registrations/delegation-list.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { answerQuestions } from '#lib/registrations/guidance.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform, openRegistration } from '#tests/support/delegation.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const minuteMs = 60_000;

/** The authority gives a certificate the next ticket after two minutes; we ask for one after ten. */
async function nextTicket(minutes = 11): Promise<Date> {
  await simulator.control.clock((minutes - 8) * 60);
  return new Date(Date.now() + minutes * minuteMs);
}

onDatabase('the delegations to accept', () => {
  async function newScene() {
    await simulator.control.reset();
    const platform = await newPlatform(simulator);
    const { ctx } = platform;
    const listed = (
      list: DelegationList,
      query: { limit: number; cursor?: string; ascending?: boolean } = { limit: 25 },
    ) => listDelegations(ctx, { list, ...query });
    return {
      platform,
      ctx,
      listed,
      idsIn: async (list: DelegationList) => (await listed(list)).map(({ id }) => id),
      /** All that is done in the portal. */
      async accept({ cuit }: { cuit: string }) {
        await platform.delegate(cuit);
        await platform.accept(cuit);
      },
    };
  }
  const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

  test('are claimed and not yet granted, the oldest first, page by page', async () => {
    const { ctx, listed, platform } = await newScene();
    const [first, second, third] = [
      await newDelegator(ctx),
      await newDelegator(ctx),
      await newDelegator(ctx),
    ];
    await newDelegator(ctx);
    for (const [minutes, { claim }] of [
      [30, second],
      [60, first],
      [0, third],
    ] as const)
      await claim(ago(minutes));
    const page = await listed('waiting', { limit: 2 });
    expect(page).toMatchObject([
      {
        id: first.entryId,
        supplier: { name: 'Panadería La Espiga S.A.', cuit: first.cuit },
        delegate: { entryId: platform.entryId, cuit: platform.cuit, alias: expect.any(String) },
      },
      { id: second.entryId },
      { id: third.entryId },
    ]);
    const [, last] = page;
    if (!last) throw new Error('there is no second row');
    const query = { limit: 2, cursor: cursorOf(last) };
    expect((await listed('waiting', query)).map(({ id }) => id)).toEqual([third.entryId]);
    const before = await listed('waiting', { ...query, ascending: true });
    expect(before.map(({ id }) => id)).toEqual([first.entryId]);
  });

  test('have the ticket behind a refusal, and the time of the next ticket', async () => {
    const { ctx, listed } = await newScene();
    const supplier = await newDelegator(ctx);
    await supplier.claim();
    expect((await listed('waiting'))[0]?.answer).toBeUndefined();
    await verifyDelegation(ctx, supplier.entryId);
    const [row] = await listed('waiting');
    expect(row).toMatchObject({ answer: 'not-granted', checkedAt: expect.any(Date) });
    const { ticketAt, nextTicketAt } = row ?? {};
    const waitMinutes = ((nextTicketAt?.getTime() ?? 0) - (ticketAt?.getTime() ?? 0)) / minuteMs;
    expect(Math.round(waitMinutes)).toBe(10);
  });

  test('are checked together by one login, and leave the list once granted', async () => {
    const { ctx, idsIn, accept } = await newScene();
    const suppliers = [await newDelegator(ctx), await newDelegator(ctx), await newDelegator(ctx)];
    for (const { claim } of suppliers) await claim();
    const [accepted, late, other] = suppliers.map(({ entryId }) => entryId);
    if (suppliers[0]) await accept(suppliers[0]);
    const logins = async () => (await simulator.control.stats()).live.wsaa_requests;
    const before = await logins();
    expect(await verifyWaiting(ctx)).toEqual({ asked: 3, granted: 0, left: 0 });
    expect(await logins()).toBe(before);
    expect(await verifyWaiting(ctx, await nextTicket())).toEqual({ asked: 3, granted: 1, left: 0 });
    expect(await logins()).toBe(before + 1);
    expect(await idsIn('waiting')).toEqual([late, other]);
    expect(await idsIn('lost')).not.toContain(accepted);
  });

  test('are listed apart once lost, until the supplier authorizes again', async () => {
    const { ctx, platform, listed, idsIn, accept } = await newScene();
    const supplier = await newDelegator(ctx);
    await supplier.claim();
    await accept(supplier);
    const first = await nextTicket();
    await verifyDelegation(ctx, supplier.entryId, first);
    expect([await idsIn('waiting'), await idsIn('lost')]).toEqual([[], []]);
    await platform.takeBack(supplier.cuit);
    await simulator.control.clock(6 * 60);
    const later = new Date(first.getTime() + 11 * minuteMs);
    await verifyDelegation(ctx, supplier.entryId, later);
    expect(await listed('lost')).toMatchObject([{ id: supplier.entryId, lostAt: later, createdAt: later }]);
    expect(await idsIn('waiting')).toEqual([]);
    await supplier.claim(new Date(later.getTime() + minuteMs));
    expect([await idsIn('waiting'), await idsIn('lost')]).toEqual([[supplier.entryId], []]);
  });

  test('belong to one workspace, and exclude suppliers that chose a certificate after all', async () => {
    const { ctx, idsIn } = await newScene();
    const chooser = await newDelegator(ctx, 'choice');
    await chooser.claim();
    expect(await idsIn('waiting')).toEqual([chooser.entryId]);
    const answers = { voice: 'company', way: 'certificate' } as const;
    await answerQuestions(ctx, await fetchRegistration(ctx, chooser.entryId), answers);
    expect(await idsIn('waiting')).toEqual([]);
    const changer = await newDelegator(ctx);
    await changer.claim();
    await openRegistration(ctx, changer.entryId, 'certificate');
    expect(await idsIn('waiting')).toEqual([]);
    const stranger = await newWorkspace('live');
    expect(await listDelegations(stranger, { list: 'waiting', limit: 25 })).toEqual([]);
    expect(await verifyWaiting(stranger)).toEqual({ asked: 0, granted: 0, left: 0 });
  });
});
