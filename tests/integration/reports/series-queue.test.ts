import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { findLatestSubmission } from '#lib/invoices/submissions.ts';
import { queuePositionOf } from '#lib/reports/series.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { sendAt, wsfeFault } from '../invoices/scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

onDatabase('the queue before an invoice in its series', () => {
  async function aheadOf(ctx: Context, { entryId }: { entryId: string }, reader = ctx) {
    const submission = await findLatestSubmission(ctx, entryId);
    if (!submission) throw new Error('it was not submitted');
    const { count, first } = await queuePositionOf(reader, submission);
    return { count, entryId: first?.entryId, obstacle: first?.obstacle?.code };
  }
  const nobody = { count: 0, entryId: undefined, obstacle: undefined };

  test('has the older jobs, and none of another series or workspace', async () => {
    const issuer = await newIssuer(authority);
    const { ctx } = issuer;
    const [first, second] = [await issuer.submit(), await issuer.submit()];
    const elsewhere = await issuer.submit({ series: '4' });
    const third = await issuer.submit();
    expect(await aheadOf(ctx, first)).toEqual(nobody);
    expect(await aheadOf(ctx, second)).toMatchObject({ count: 1, entryId: first.entryId });
    expect(await aheadOf(ctx, third)).toMatchObject({ count: 2, entryId: first.entryId });
    expect(await aheadOf(ctx, elsewhere)).toEqual(nobody);
    expect(await aheadOf(ctx, third, await newWorkspace())).toEqual(nobody);
  });

  test('has an invoice with a lost answer and its obstacle, until it is settled', async () => {
    const issuer = await newIssuer(authority);
    const { ctx } = issuer;
    const [first, second] = [await issuer.submit(), await issuer.submit()];
    await authority.control.faults(wsfeFault('reset'));
    await sendAt(issuer, 0);
    const third = await issuer.submit();
    // They are on their way together, and the next waits for both.
    expect(await aheadOf(ctx, first)).toEqual(nobody);
    expect(await aheadOf(ctx, second)).toEqual(nobody);
    expect(await aheadOf(ctx, third)).toEqual({
      count: 2,
      entryId: first.entryId,
      obstacle: 'authority-unavailable',
    });
    await sendAt(issuer, 600);
    expect(await aheadOf(ctx, third)).toEqual(nobody);
  });
});
