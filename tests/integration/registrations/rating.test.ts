import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { RatingInput, rateRegistration } from '#lib/registrations/rating.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const notAfter = new Date(Date.now() + 700 * 86_400_000);

async function registrationOf(ctx: Context, entryId: string) {
  const registration = await findByEntry(ctx, entryId);
  if (!registration) throw new Error('there is no registration');
  return registration;
}
const rate = async (ctx: Context, entryId: string, input: RatingInput, now = new Date()) =>
  rateRegistration(ctx, await registrationOf(ctx, entryId), RatingInput.parse(input), now);

async function rowOf(entryId: string) {
  const [row] = await database().select().from(registrations).where(eq(registrations.entryId, entryId));
  return row;
}

onDatabase('a supplier’s rating', () => {
  test('is stored and can be changed, and keeps its comment until the next one', async () => {
    const ctx = await newWorkspace();
    const entryId = await newRegistered(ctx, { notAfter });
    await rate(ctx, entryId, { rating: 'hard' });
    expect((await registrationOf(ctx, entryId)).rating).toEqual({ answer: 'hard', commented: false });
    await rate(ctx, entryId, { rating: 'hard', comment: ' Me perdí\r\nen \u202eWSASS\0 ' });
    await rate(ctx, entryId, { rating: 'easy' });
    expect(await rowOf(entryId)).toMatchObject({ rating: 'easy', ratingComment: 'Me perdí\nen  WSASS' });
    expect((await registrationOf(ctx, entryId)).rating).toEqual({ answer: 'easy', commented: true });
    await rate(ctx, entryId, { rating: 'easy', comment: '' });
    expect((await registrationOf(ctx, entryId)).rating).toEqual({ answer: 'easy', commented: false });
  });

  test('is in the audit log once for each change, without the comment', async () => {
    const ctx = await newWorkspace();
    const entryId = await newRegistered(ctx, { notAfter });
    for (const _ of [1, 2]) await rate(ctx, entryId, { rating: 'so-so', comment: 'Lo mío es secreto' });
    const rows = await database().select().from(auditLog).where(eq(auditLog.workspaceId, ctx.workspace.id));
    const rated = rows.filter(({ action }) => action === 'registration.rated');
    expect(rated.map(({ detail }) => detail)).toEqual([{ rating: 'so-so', commented: true }]);
    expect(JSON.stringify(rows)).not.toContain('secreto');
  });

  test('is accepted while the authority is pending, and refused before the first step and after the end', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const change = (facts: Partial<typeof registrations.$inferInsert>) =>
      database().update(registrations).set(facts).where(eq(registrations.entryId, entryId));
    await expect(rate(ctx, entryId, { rating: 'easy' })).rejects.toMatchObject({ key: 'conflict' });
    await change({ certificateReceivedAt: new Date() });
    await rate(ctx, entryId, { rating: 'easy' });
    await change({ revokedAt: new Date() });
    await expect(rate(ctx, entryId, { rating: 'hard' })).rejects.toMatchObject({ key: 'conflict' });
    expect(await rowOf(entryId)).toMatchObject({ rating: 'easy' });
  });

  test('is counted in the overview with the newest comments, for one workspace and the last weeks', async () => {
    const ctx = await newWorkspace();
    expect((await workspaceOverview(ctx)).ratings).toMatchObject({ total: 0, comments: [] });
    const [first, second, old] = [
      await newRegistered(ctx, { notAfter }),
      await newRegistered(ctx, { notAfter }),
      await newRegistered(ctx, { notAfter }),
    ];
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await rate(ctx, first, { rating: 'easy', comment: 'Un lujo' }, minutesAgo(5));
    await rate(ctx, second, { rating: 'hard', comment: 'Me costó' }, minutesAgo(1));
    await rate(ctx, old, { rating: 'hard', comment: 'Hace mucho' }, minutesAgo(91 * 24 * 60));
    const stranger = await newWorkspace();
    await rate(stranger, await newRegistered(stranger, { notAfter }), { rating: 'so-so' });
    expect((await workspaceOverview(ctx)).ratings).toMatchObject({
      total: 2,
      byAnswer: [
        { answer: 'easy', count: 1 },
        { answer: 'so-so', count: 0 },
        { answer: 'hard', count: 1 },
      ],
      comments: [
        { entryId: second, answer: 'hard', comment: 'Me costó' },
        { entryId: first, answer: 'easy', comment: 'Un lujo' },
      ],
    });
    expect((await workspaceOverview(stranger)).ratings).toMatchObject({ total: 1, comments: [] });
  });
});

test.each([
  ['another answer', { rating: 'great' }],
  ['none', {}],
  ['a comment of 501 characters', { rating: 'easy', comment: 'a'.repeat(501) }],
  ['more than that', { rating: 'easy', at: '2026-01-01' }],
])('%s is refused', (_what, input) => {
  expect(RatingInput.safeParse(input).success).toBe(false);
});
