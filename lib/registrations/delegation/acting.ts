import { and, count, desc, eq } from 'drizzle-orm';
import { fetchApp } from '#lib/accounts/apps.ts';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { delegations } from '#lib/database/tables/delegations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { requirePermission } from '#lib/roles.ts';
import { renewalDays } from '../create.ts';

/** On whose certificate suppliers of the workspace rest: on the one that is named, and on those of before. */
export interface Acting {
  entryId: string;
  name: string;
  /** Who have delegated to it, or say so. */
  suppliers: number;
  isNamed: boolean;
  /** Undefined where no certificate is left. */
  notAfter?: Date | undefined;
  /** None of the suppliers' invoices goes out from then on, or goes out now. */
  trouble?: 'ends-soon' | 'does-not-sign' | undefined;
}

/** Those with the most suppliers first. */
export async function listActing(ctx: Context, now = new Date()): Promise<Acting[]> {
  requirePermission(ctx, 'registrations:read');
  const { settings } = await fetchApp(ctx, 'gov-ar');
  const { id, snippet } = entries;
  const rows = await reader(ctx)
    .select({ entryId: id, snippet, suppliers: count(), notAfter: certificates.notAfter })
    .from(delegations)
    .innerJoin(entries, eq(id, delegations.delegateEntryId))
    .leftJoin(certificates, and(eq(certificates.entryId, id), isActive))
    .where(eq(delegations.workspaceId, ctx.workspace.id))
    .groupBy(id, certificates.id)
    .orderBy(desc(count()), id);
  return rows.map(({ entryId, snippet, suppliers, notAfter }) => ({
    entryId,
    name: supplierInList({ snippet })?.name ?? '',
    suppliers,
    isNamed: entryId === settings.delegate?.siloEntryId,
    notAfter: notAfter ?? undefined,
    trouble: troubleOf(notAfter, now),
  }));
}

const soonMs = renewalDays * 86_400_000;

function troubleOf(notAfter: Date | null, now: Date): Acting['trouble'] {
  if (!notAfter || notAfter <= now) return 'does-not-sign';
  return notAfter.getTime() - now.getTime() <= soonMs ? 'ends-soon' : undefined;
}
