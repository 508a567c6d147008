import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { ratings } from '#lib/registrations/rating.ts';
import { setState } from '#lib/silo/states.ts';
import { newSupplier } from './workspace.ts';

export const now = new Date();
export const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

/** An event that happens to one of the suppliers. */
export interface Happening {
  kind: keyof typeof happenings;
  which: number;
  /** How many days ago, or for something to come, in how many days. */
  days: number;
  isRolledBack: boolean;
}
type Act = (ctx: Context, happening: Happening) => Promise<unknown>;

const reader = (ctx: Context) => ctx.tx ?? database();
const pick = <Value>(values: readonly Value[], which: number) => values[which % values.length] as Value;

const rowsOf = (ctx: Context, table: typeof entries | typeof registrations | typeof certificates) =>
  reader(ctx)
    .select({ id: table.id })
    .from(table)
    .where(eq(table.workspaceId, ctx.workspace.id))
    .orderBy(table.createdAt, table.id);

function onOne(table: typeof entries | typeof registrations | typeof certificates) {
  return (act: (ctx: Context, id: string, happening: Happening) => Promise<unknown>): Act =>
    async (ctx, happening) => {
      const row = pick(await rowsOf(ctx, table), happening.which);
      if (row) await act(ctx, row.id, happening);
    };
}
const onSupplier = onOne(entries);
const onRegistration = (facts: (happening: Happening) => Partial<typeof registrations.$inferInsert>) =>
  onOne(registrations)((ctx, id, happening) =>
    reader(ctx).update(registrations).set(facts(happening)).where(eq(registrations.id, id)),
  );
const onCertificate = (facts: (happening: Happening) => Partial<typeof certificates.$inferInsert>) =>
  onOne(certificates)((ctx, id, happening) =>
    reader(ctx).update(certificates).set(facts(happening)).where(eq(certificates.id, id)),
  );

const register = (intent: 'register' | 'renew') =>
  onSupplier(async (ctx, entryId, { days }) => {
    const registration = {
      id: uuidv7(),
      workspaceId: ctx.workspace.id,
      entryId,
      environment: ctx.workspace.environment,
      intent,
      createdAt: daysAgo(days),
    };
    await reader(ctx).insert(registrations).values(registration).onConflictDoNothing();
  });
const reasons: RejectionReason[] = ['other-key', 'expired', 'not-authorised'];

const happenings = {
  created: (ctx) => newSupplier(ctx),
  labelled: onSupplier((ctx, id, { which }) =>
    setState(ctx, id, { key: pick(['processing', 'registered', 'error'] as const, which) }),
  ),
  renamed: onSupplier((ctx, id) =>
    reader(ctx)
      .update(entries)
      .set({ doc: sql`${entries.doc} || '{"name": "La Espiga"}'` })
      .where(eq(entries.id, id)),
  ),
  registering: register('register'),
  renewing: register('renew'),
  started: onRegistration(() => ({ startedAt: now })),
  confirmed: onRegistration(() => ({ detailsConfirmedAt: now })),
  requested: onRegistration(() => ({ requestDownloadedAt: now })),
  received: onRegistration(() => ({ certificateReceivedAt: now })),
  'started again': onRegistration(() => ({ certificateReceivedAt: null, requestDownloadedAt: null })),
  rejected: onRegistration(({ which }) => ({
    lastRejection: { reason: pick(reasons, which), detail: {}, at: now.toISOString(), checks: [] },
  })),
  accepted: onRegistration(() => ({ lastRejection: null })),
  tried: onRegistration(({ which }) => ({ proofAttempts: which })),
  completed: onRegistration(() => ({ completedAt: now })),
  revoked: onRegistration(() => ({ revokedAt: now })),
  rated: onRegistration(({ which, days }) => ({ rating: pick(ratings, which), ratedAt: daysAgo(days) })),
  'of a key pair': onOne(registrations)(async (ctx, registrationId, { days }) => {
    const [registration] = await reader(ctx)
      .select()
      .from(registrations)
      .where(eq(registrations.id, registrationId));
    if (!registration) return;
    const { workspaceId, entryId, environment } = registration;
    const pair = { alias: 'alta', csr: 'x', publicKeyFingerprint: 'x', notAfter: daysAgo(-days) };
    await reader(ctx)
      .insert(certificates)
      .values({ id: uuidv7(), workspaceId, registrationId, entryId, environment, ...pair });
  }),
  signing: onOne(certificates)(async (ctx, id) => {
    const others = sql`select from certificates other where other.entry_id = ${certificates.entryId}
      and other.activated_at is not null and other.superseded_at is null`;
    await reader(ctx)
      .update(certificates)
      .set({ activatedAt: now })
      .where(and(eq(certificates.id, id), sql`not exists (${others})`));
  }),
  superseded: onCertificate(() => ({ supersededAt: now })),
  removed: onSupplier(async (ctx, entryId) => {
    for (const table of [certificates, registrations]) {
      await reader(ctx).delete(table).where(eq(table.entryId, entryId));
    }
    await reader(ctx).execute(sql`delete from entry_states where entry_id = ${entryId}`);
    await reader(ctx).delete(entries).where(eq(entries.id, entryId));
  }),
} satisfies Record<string, Act>;

const rollBack = new Error('rolled back');

/** Runs in a transaction, which may be rolled back. */
export async function happen(ctx: Context, happening: Happening): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await (happenings[happening.kind] as Act)({ ...ctx, tx }, happening);
    if (happening.isRolledBack) throw rollBack;
  }).catch((error: unknown) => {
    if (error !== rollBack) throw error;
  });
}

const kinds = Object.keys(happenings) as (keyof typeof happenings)[];
export const anyHappening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom(
    ...kinds,
    'created',
    'created',
    'registering',
    'registering',
    'rejected',
    'received',
    'of a key pair',
    'signing',
  ),
  which: fc.nat(40),
  days: fc.constantFrom(0, 1, 2, 30, 31, 60, 61, 90, 91),
  isRolledBack: fc.constantFrom(false, false, false, true),
});
