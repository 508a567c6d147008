import { and, eq, gt, isNotNull, isNull, lt, lte, ne, or } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { apiKeys, members, users, workspaces } from '#lib/database/tables/accounts.ts';
import { numberOf, summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import { partyOfListedEntry } from '#lib/documents/party.ts';
import { digestLetter, keyExpiryLetter } from '#lib/mail/account-letters.ts';
import { type Composer, notNeeded, queueMail } from '#lib/mail/mails.ts';
import { type AuditLine, countAudit, listAudit } from '#lib/reports/audit-trail.ts';
import { dayAt } from '#lib/reports/counts.ts';
import { type Context, fetchWorkspace, reader } from './context.ts';
import { env } from './env.ts';
import { AltaError } from './errors.ts';
import { renderFault, type StoredFault } from './faults.ts';
import type { Locale } from './i18n.ts';
import { keyNoticeDays, maxCounted } from './limits.ts';
import { isPermitted, requirePermission } from './roles.ts';
import { dayMs, hourMs } from './time.ts';

export interface Notices {
  /** Number of unseen failures; `maxCounted` + 1 means "more than `maxCounted`". */
  unseen: number;
  /** Language of the member's daily digest; null if they receive none. */
  digestLocale: Locale | null;
}

export async function fetchNotices(ctx: Context): Promise<Notices> {
  requirePermission(ctx, 'activity:read');
  const [member] = await reader(ctx).select().from(members).where(isCaller(ctx));
  if (!member) return { unseen: 0, digestLocale: null };
  const since = new Date((member.troublesSeenAt ?? member.createdAt).getTime() + 1);
  return { unseen: await countAudit(ctx, { troubles: true, since }), digestLocale: member.digestLocale };
}

export async function markTroublesSeen(ctx: Context, now = new Date()): Promise<void> {
  requirePermission(ctx, 'activity:read');
  await reader(ctx).update(members).set({ troublesSeenAt: now }).where(isCaller(ctx));
}

/** Sets the caller's digest language; null turns it off. Earlier failures are not in the first digest. */
export async function chooseDigest(ctx: Context, locale: Locale | null, now = new Date()): Promise<void> {
  requirePermission(ctx, 'activity:read');
  await reader(ctx).update(members).set({ digestLocale: locale, digestedAt: now }).where(isCaller(ctx));
}

/** Condition for the caller's membership. @throws AltaError `forbidden` if the caller is not a user. */
function isCaller({ workspace, actor }: Context) {
  if (actor.kind !== 'user') throw new AltaError('forbidden', 'Only users can receive notices of failures.');
  return and(eq(members.workspaceId, workspace.id), eq(members.userId, actor.id));
}

/** Hour at which digests are sent, in Buenos Aires. */
const digestHour = 8;
const maxDigestLines = 20;

/** Queues a digest for each subscribed member who has had none since the last eight o'clock in the morning. */
export async function queueDigests(now = new Date()): Promise<void> {
  const latestSendTime = new Date(
    dayAt(new Date(now.getTime() - digestHour * hourMs)).start.getTime() + digestHour * hourMs,
  );
  const { workspaceId, userId, digestLocale, digestedAt } = members;
  const subscribers = await database()
    .select({ userId, since: digestedAt, workspace: workspaces })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, workspaceId))
    .where(and(isNotNull(digestLocale), lt(digestedAt, latestSendTime)));
  for (const { userId: id, since, workspace } of subscribers) {
    await database().transaction(async (tx) => {
      const isStillDue = and(eq(workspaceId, workspace.id), eq(userId, id), lt(digestedAt, latestSendTime));
      const updated = await tx.update(members).set({ digestedAt: now }).where(isStillDue).returning();
      if (updated.length === 0 || !since) return;
      const data = { since: since.toISOString(), until: now.toISOString() };
      await queueMail(tx, { kind: 'digest', workspace, subject: id, data }, now);
    });
  }
}

/** Composes the digest, or returns `notNeeded` if nothing failed or the member turned it off. */
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
  // The member may have lost the permission since the mail was queued.
  if (!isPermitted(ctx, 'activity:read')) return notNeeded;
  const query = { troubles: true, since: new Date(data.since), until: new Date(data.until) };
  const lines = await listAudit(ctx, { ...query, limit: maxDigestLines });
  if (lines.length === 0) return notNeeded;
  const { locale } = to;
  const letter = digestLetter(
    {
      workspace,
      count: Math.min(await countAudit(ctx, query), maxCounted),
      lines: lines.slice(0, maxDigestLines).map((line) => ({
        action: line.action,
        at: line.createdAt,
        about: subjectName(line),
        why: faultText(line, locale),
      })),
      url: `${env().ALTA_ORIGIN}/w/${workspace.slug}/activity?action=trouble`,
    },
    locale,
  );
  return { kind: 'send', letters: [{ ...letter, to: to.address }] };
};

const faultText = ({ detail }: AuditLine, locale: Locale): string =>
  detail.fault ? renderFault(detail.fault as StoredFault, locale).text : '';

function subjectName({ subject: { entry, name } }: AuditLine): string {
  if (!entry) return name ?? '';
  if (entry.folder !== 'invoices') return partyOfListedEntry(entry)?.name ?? '';
  const summary = summaryOfSnippet(entry.snippet);
  return [summary.supplier.name, numberOf(summary)].filter(Boolean).join(' · ');
}

/** Mails each owner of a key's workspace about API keys that expire soon, once per key and expiry date. */
export async function notifyExpiringKeys(now = new Date()): Promise<void> {
  const { id, expiresAt, expiryToldFor, replacedBy, revokedAt } = apiKeys;
  const isDue = and(
    lte(expiresAt, new Date(now.getTime() + keyNoticeDays * dayMs)),
    gt(expiresAt, now),
    // Replaced keys are meant to expire.
    isNull(replacedBy),
    isNull(revokedAt),
    or(isNull(expiryToldFor), ne(expiryToldFor, expiresAt)),
  );
  const keys = await database().select().from(apiKeys).where(isDue);
  for (const key of keys) {
    const workspace = await fetchWorkspace(key.workspaceId);
    await database().transaction(async (tx) => {
      const isStillDue = and(eq(id, key.id), isDue);
      const notified = await tx
        .update(apiKeys)
        .set({ expiryToldFor: key.expiresAt })
        .where(isStillDue)
        .returning();
      if (notified.length === 0) return;
      const isOwner = and(eq(members.workspaceId, workspace.id), eq(members.role, 'owner'));
      for (const { userId } of await tx.select().from(members).where(isOwner)) {
        const mail = { kind: 'key-expiry', workspace, subject: key.id, data: { userId } } as const;
        await queueMail(tx, mail, now);
      }
    });
  }
}

/** Composes the mail to an owner, or returns `notNeeded` if the key has ended or the user is no longer an owner. */
export const composeKeyExpiry: Composer<'key-expiry'> = async ({ subject, data: { userId } }, now) => {
  const [found] = await database()
    .select({ key: apiKeys, address: users.email, locale: members.digestLocale })
    .from(apiKeys)
    .innerJoin(members, and(eq(members.workspaceId, apiKeys.workspaceId), eq(members.role, 'owner')))
    .innerJoin(users, and(eq(users.id, members.userId), isNull(users.deactivatedAt)))
    .where(and(eq(apiKeys.id, subject), eq(members.userId, userId)));
  if (!found) return notNeeded;
  const { key, address, locale } = found;
  if (!key.expiresAt || key.expiresAt <= now || key.revokedAt || key.replacedBy) return notNeeded;
  const workspace = await fetchWorkspace(key.workspaceId);
  const page = `${env().ALTA_ORIGIN}/w/${workspace.slug}/configuration/api-keys`;
  const about = { workspace, key, expiresAt: key.expiresAt, url: page };
  return {
    kind: 'send',
    letters: [{ ...keyExpiryLetter(about, locale ?? undefined), to: address }],
  };
};
