import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { members, users, workspaces } from '#lib/database/tables/accounts.ts';
import { numberOf, summaryOfSnippet } from '#lib/documents/invoice/summary.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { env } from '#lib/env.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { renderFault } from '#lib/faults/render.ts';
import type { Locale } from '#lib/i18n.ts';
import { digestLetter } from '#lib/mail/account-letters.ts';
import { type Composer, notNeeded, queueMail } from '#lib/mail/mails.ts';
import { mostCounted } from '#lib/most-counted.ts';
import { type AuditLine, countAudit, listAudit } from '#lib/reports/audit-trail.ts';
import { dayAfter } from '#lib/reports/days.ts';
import { isPermitted } from '#lib/roles.ts';

const hourMs = 3_600_000;
/** The hour at which digests are sent, in Buenos Aires. */
const hourOfDay = 8;
const mostTold = 20;

/** Queues the digest, once, for each member who wants it and has had none since eight o'clock in the morning. */
export async function beginDigests(now = new Date()): Promise<void> {
  const due = new Date(
    dayAfter(0, new Date(now.getTime() - hourOfDay * hourMs)).start.getTime() + hourOfDay * hourMs,
  );
  const { workspaceId, userId, digestLocale, digestedAt } = members;
  const wanting = await database()
    .select({ userId, since: digestedAt, workspace: workspaces })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, workspaceId))
    .where(and(isNotNull(digestLocale), lt(digestedAt, due)));
  for (const { userId: id, since, workspace } of wanting) {
    await database().transaction(async (tx) => {
      const isStillDue = and(eq(workspaceId, workspace.id), eq(userId, id), lt(digestedAt, due));
      const taken = await tx.update(members).set({ digestedAt: now }).where(isStillDue).returning();
      if (taken.length === 0 || !since) return;
      const data = { since: since.toISOString(), until: now.toISOString() };
      await queueMail(tx, { kind: 'digest', workspace, subject: id, data }, now);
    });
  }
}

/** Lists what failed in a workspace since the last digest. Not needed if nothing did, or if the member turned it off. */
export const composeDigest: Composer<'digest'> = async ({ workspaceId, subject: userId, data }) => {
  if (!workspaceId) return notNeeded;
  const [to] = await database()
    .select({ address: users.email, locale: members.digestLocale, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  if (!to?.locale) return notNeeded;
  const workspace = await fetchWorkspace(workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'user', id: userId, role: to.role } };
  // They may have lost the right to see it since they asked for the mail.
  if (!isPermitted(ctx, 'activity:read')) return notNeeded;
  const query = { troubles: true, since: new Date(data.since), until: new Date(data.until) };
  const lines = await listAudit(ctx, { ...query, limit: mostTold });
  if (lines.length === 0) return notNeeded;
  const { locale } = to;
  const letter = digestLetter(
    {
      workspace,
      count: Math.min(await countAudit(ctx, query), mostCounted),
      lines: lines.slice(0, mostTold).map((line) => ({
        action: line.action,
        at: line.createdAt,
        about: aboutOf(line),
        why: whyOf(line, locale),
      })),
      address: `${env().ALTA_ORIGIN}/w/${workspace.slug}/activity?action=trouble`,
    },
    locale,
  );
  return { kind: 'send', letters: [{ ...letter, to: to.address }] };
};

const whyOf = ({ detail }: AuditLine, locale: Locale): string =>
  detail.fault ? renderFault(detail.fault as StoredFault, locale).text : '';

function aboutOf({ subject: { entry, name } }: AuditLine): string {
  if (!entry) return name ?? '';
  if (entry.folder !== 'invoices') return supplierInList(entry)?.name ?? '';
  const summary = summaryOfSnippet(entry.snippet);
  return [summary.supplier.name, numberOf(summary)].filter(Boolean).join(' · ');
}
