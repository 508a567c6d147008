import { expect, test } from 'vitest';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import type { Context } from '#lib/context.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { extendLink, revokeLinkOf } from '#lib/registrations/link.ts';
import { lacksPointOfSale } from '#lib/registrations/points-of-sale.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { type Activity, entryActivity } from '#lib/reports/activity.ts';
import { setState } from '#lib/silo/states.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { addPointOfSale, newRegistered } from '#tests/support/registered.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

onDatabase('the activity of an entry', () => {
  test('lists what was done to it and its parts, newest first, with the author of each change', async () => {
    const ctx = await newWorkspace();
    await newRegistration(ctx);
    const { entryId, ref } = await newRegistration(ctx);
    const key = await createApiKey(ctx, { name: 'ERP' });
    const erp: Context = { ...ctx, actor: { kind: 'api-key', id: key.id } };
    await setState(erp, entryId, { key: 'processing' });
    const found = await findByRef(ref);
    if (found.kind !== 'found') throw new Error(`it is ${found.kind}`);
    await noteProgress(found.ctx, found.registration, 'startedAt');
    await extendLink(ctx, entryId, { days: 60 });
    await revokeLinkOf(ctx, entryId);
    const { id: workflowId } = await newRegistrationWorkflow(ctx);
    const { id: jobId } = await createJob(erp, { workflowId, entryId });

    const all = await entryActivity(ctx, entryId, { limit: 20 });
    expect(all.list.map(({ action }) => action)).toEqual([
      'job.created',
      'link.revoked',
      'link.extended',
      'registration.started',
      'entry.state',
      'registration.created',
      'entry.created',
    ]);
    expect(all.list[0]).toMatchObject({
      actor: { kind: 'api-key', name: 'ERP' },
      subject: { kind: 'job', id: jobId },
    });
    expect(all.list[3]).toMatchObject({ actor: { kind: 'registrant' } });

    const paged: Activity[] = [];
    let cursor: string | undefined;
    do {
      const { list, nextCursor } = await entryActivity(ctx, entryId, { limit: 3, cursor });
      paged.push(...list);
      cursor = nextCursor;
    } while (cursor);
    expect(paged).toEqual(all.list);
  });

  test.each([
    ['left for later', 0],
    ['done', 1],
  ])('has the number of usable points of sale when they were %s', async (_, usable) => {
    const ctx = await newWorkspace('live');
    const entryId = await newRegistered(ctx, { notAfter: new Date('2099-01-01') });
    if (usable) await addPointOfSale(entryId, 7);
    const details = await findRegistrationDetails(ctx, entryId);
    if (!details) throw new Error('it has no registration');
    expect(lacksPointOfSale(details.registration)).toBe(usable === 0);
    await noteProgress(ctx, details.registration, 'pointsOfSaleSettledAt');
    const { list } = await entryActivity(ctx, entryId, { limit: 1 });
    expect(list).toMatchObject([{ action: 'registration.points-of-sale-settled', detail: { usable } }]);
  });

  test('is out of reach of another workspace, and refuses an invalid cursor', async () => {
    const ctx = await newWorkspace();
    const { id } = await newSupplier(ctx);
    const query = { limit: 20 };
    await expect(entryActivity(await newWorkspace(), id, query)).rejects.toMatchObject({ key: 'not-found' });
    await expect(entryActivity(ctx, id, { ...query, cursor: 'x' })).rejects.toMatchObject({
      key: 'validation',
    });
  });
});
