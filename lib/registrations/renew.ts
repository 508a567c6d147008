import { and, eq, isNull, lt } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { createRegistration } from './create.ts';
import { newestRegistration } from './find.ts';
import { daysAfter } from './link.ts';
import { isSuppliers } from './links/supplier-link.ts';
import { wayOf } from './registration.ts';

const dayMs = 86_400_000;
/** Who comes late still gets in: the certificate is needed all the more then. */
const daysBeyondEnd = 30;

/**
 * Has a renewal open for a certificate that is about to end, with a link that outlives it: one that is open already
 * stays, under the address that people have, and a link that was revoked stays revoked. Gives the renewal's id, if
 * there is one. Until it is completed, the certificate of today signs.
 */
export async function openRenewal(
  ctx: Context,
  { entryId, notAfter }: { entryId: string; notAfter: Date },
  now: Date,
): Promise<string | undefined> {
  const until = daysAfter(notAfter > now ? notAfter : now, daysBeyondEnd);
  const newest = await newestRegistration(ctx, entryId);
  // Who has delegated since then needs no certificate any more.
  if (!newest || newest.revokedAt || wayOf(newest) === 'delegation') return undefined;
  if (newest.completedAt) {
    const lifetimeDays = Math.ceil((until.getTime() - now.getTime()) / dayMs);
    const created = await createRegistration(ctx, await fetchEntry(ctx, entryId), now, { lifetimeDays });
    if (created.kind !== 'created') return undefined;
    await database().transaction((tx) => created.store(tx));
    return renewalOf(await newestRegistration(ctx, entryId));
  }
  const renewal = renewalOf(newest);
  if (renewal) await extendLinks(ctx, renewal, until);
  return renewal;
}

const renewalOf = (newest: Awaited<ReturnType<typeof newestRegistration>>): string | undefined =>
  newest?.intent === 'renew' && !newest.revokedAt ? newest.id : undefined;

/** Of the supplier: what they handed over ends when they said. */
async function extendLinks(ctx: Context, registrationId: string, until: Date): Promise<void> {
  await database().transaction(async (tx) => {
    const extended = await tx
      .update(registrationLinks)
      .set({ expiresAt: until, renewalRequestedAt: null })
      .where(
        and(
          eq(registrationLinks.registrationId, registrationId),
          isSuppliers,
          isNull(registrationLinks.revokedAt),
          lt(registrationLinks.expiresAt, until),
        ),
      )
      .returning({ id: registrationLinks.id });
    for (const { id } of extended) {
      await audit(tx, ctx, 'link.extended', { kind: 'link', id }, { until: until.toISOString() });
    }
  });
}
