import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { anyHappening, daysAgo, happen, now } from '#tests/support/supplier-happenings.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

/** What the overview says, counted row by row. */
async function counted(ctx: Context) {
  const suppliers = await database().select().from(entries).where(eq(entries.workspaceId, ctx.workspace.id));
  const all = await database()
    .select()
    .from(registrations)
    .where(eq(registrations.workspaceId, ctx.workspace.id));
  const signing = (
    await database().select().from(certificates).where(eq(certificates.workspaceId, ctx.workspace.id))
  ).filter((row) => row.activatedAt && !row.supersededAt && row.notAfter && row.notAfter <= daysAgo(-60));
  const recent = all.filter((row) => row.createdAt >= daysAgo(30));
  const first = recent.filter((row) => row.intent === 'register');
  const isOpen = (row: (typeof all)[number]) => !row.completedAt && !row.revokedAt;
  const byApi = first.filter(
    (row) => !row.startedAt && (row.certificateReceivedAt || (isOpen(row) && row.lastRejection)),
  );
  const byLink = first.filter((row) => !byApi.includes(row));
  const facts = (row: (typeof all)[number]) => [
    row.createdAt,
    row.startedAt,
    row.detailsConfirmedAt,
    row.requestDownloadedAt,
    row.certificateReceivedAt,
    row.completedAt,
  ];
  const rated = all.filter((row) => row.ratedAt && row.ratedAt >= daysAgo(90));
  const tally = (values: (string | undefined)[]) => {
    const present = values.filter((value) => value !== undefined);
    return Object.fromEntries(
      [...new Set(present)].map((one) => [one, present.filter((each) => each === one).length]),
    );
  };
  return {
    states: tally(suppliers.map(({ stateKey }) => stateKey ?? undefined)),
    reached: [0, 1, 2, 3, 4, 5].map((stage) => byLink.filter((row) => facts(row)[stage]).length),
    stopped: [0, 1, 2, 3, 4, 5].map(
      (stage) =>
        byLink.filter((row) => isOpen(row) && facts(row).findLastIndex((fact) => fact !== null) === stage)
          .length,
    ),
    throughApi: [byApi.length, byApi.filter((row) => row.completedAt).length],
    rejections: tally(recent.filter(isOpen).map((row) => row.lastRejection?.reason)),
    ratings: tally(rated.map((row) => row.rating ?? undefined)),
    expiring: signing.length,
  };
}

async function shown(ctx: Context): Promise<Awaited<ReturnType<typeof counted>>> {
  const { suppliers, funnel, rejections, expiring, ratings } = await workspaceOverview(ctx, now);
  const given = ratings.byAnswer.filter(({ count }) => count > 0);
  return {
    states: Object.fromEntries(suppliers.byState.map(({ state, count }) => [state, count])),
    reached: funnel.stages.map(({ reached }) => reached),
    stopped: funnel.stages.map(({ stopped }) => stopped),
    throughApi: [funnel.throughApi.uploaded, funnel.throughApi.completed],
    rejections: Object.fromEntries(rejections.map(({ reason, count }) => [reason, count])),
    ratings: Object.fromEntries(given.map(({ answer, count }) => [answer, count])),
    expiring: expiring.total,
  };
}

const hasAny = (number: number | Record<string, number> | number[]) =>
  Object.values(typeof number === 'number' ? [number] : number).some((each) => each > 0);

onDatabase('the counts of the overview', () => {
  test('equal those of the rows after any sequence of changes to suppliers', async () => {
    const course = fc.array(anyHappening, { minLength: 100, maxLength: 100 });
    const seen = new Set<string>();
    for (const happened of fc.sample(course, { numRuns: 6, seed: 20_261_123 })) {
      const ctx = await newWorkspace();
      for (const [position, happening] of happened.entries()) {
        await happen(ctx, happening);
        if (position % 20 !== 19) continue;
        const expected = await counted(ctx);
        expect(await shown(ctx)).toEqual(expected);
        for (const [what, number] of Object.entries(expected)) if (hasAny(number)) seen.add(what);
      }
    }
    expect(seen).toEqual(new Set(Object.keys(await counted(await newWorkspace()))));
  });
});
