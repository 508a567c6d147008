import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { renewalDays } from '#lib/registrations/create.ts';
import { requirePermission } from '#lib/roles.ts';
import { isUnfinished } from './stages.ts';

const dayMs = 86_400_000;

export interface ExpiringSoon {
  /** Whole days; less than none when it has expired. */
  daysLeft: number;
  /** Its renewal is open: the supplier has a link to it. */
  renewing: boolean;
}

/** Of the suppliers of a page, those whose certificate is to be renewed, by their entry. */
export async function expiringAmong(
  ctx: Context,
  suppliers: { id: string }[],
  now = new Date(),
): Promise<Map<string, ExpiringSoon>> {
  requirePermission(ctx, 'suppliers:read');
  if (suppliers.length === 0) return new Map();
  const { entryId, workspaceId, notAfter } = certificates;
  const rows = await reader(ctx)
    .select({ entryId, notAfter, renewing: isRenewing(ctx) })
    .from(certificates)
    .where(
      and(
        eq(workspaceId, ctx.workspace.id),
        inArray(
          entryId,
          suppliers.map(({ id }) => id),
        ),
        isActive,
        lte(notAfter, new Date(now.getTime() + renewalDays * dayMs)),
      ),
    );
  return new Map(
    rows.flatMap((row) =>
      row.notAfter
        ? [
            [
              row.entryId,
              {
                daysLeft: Math.floor((row.notAfter.getTime() - now.getTime()) / dayMs),
                renewing: row.renewing,
              },
            ] as const,
          ]
        : [],
    ),
  );
}

/**
 * Of a certificate, that its supplier has an open renewal; there is one at the most. Not by `exists`, for which
 * PostgreSQL may read the open renewals of all suppliers, to look up those of a page.
 */
export const isRenewing = (ctx: Context) => {
  const open = reader(ctx)
    .select({ id: registrations.id })
    .from(registrations)
    .where(
      and(eq(registrations.entryId, certificates.entryId), eq(registrations.intent, 'renew'), isUnfinished),
    );
  return sql<boolean>`(${open}) is not null`;
};
