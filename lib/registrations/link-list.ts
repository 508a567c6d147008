import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { EntryAction } from '#lib/audit-actions.ts';
import { type Context, reader } from '#lib/context.ts';
import { preparedOnce } from '#lib/database/client.ts';
import { type LinkMailKind, linkMailKinds, type MailRow, mails } from '#lib/database/tables/mails.ts';
import { type LinkPurpose, type LinkRow, registrationLinks } from '#lib/database/tables/registrations.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { linkLimits } from '#lib/limits.ts';
import { addressOf, isSupplierAmong, supplierRequired } from './helper.ts';
import type { Registration } from './registration.ts';
import { isLasting } from './supplier-link.ts';

export interface LinkMail {
  address: string;
  kind: LinkMailKind;
  requestedAt: Date;
  sentAt?: Date | undefined;
  bouncedAt?: Date | undefined;
  detail?: string | undefined;
}

/** A registration's link, as operators see it: without its ref or URL. */
export interface ListedLink {
  id: string;
  scope: LinkRow['scope'];
  /** Only of a link for now. */
  intent?: LinkPurpose | undefined;
  /** Helper's name; absent on the supplier's link. */
  holder?: string | undefined;
  createdAt: Date;
  openedAt?: Date | undefined;
  expiresAt: Date;
  revokedAt?: Date | undefined;
  /** Newest first. */
  mails: LinkMail[];
}

/**
 * Lists the links, oldest first, also those that have ended. Of the links for now, which a platform may issue for each
 * page view, only the open ones and the last that ended.
 */
export async function listLinks(ctx: Context, registrationId: string): Promise<ListedLink[]> {
  const links = await linksOf(ctx, registrationId);
  const rows = await mailsOf(ctx, links);
  return links.map((link) => listed(link, rows));
}

/** A current helper as the supplier sees them. The supplier may forward `url`. */
export interface OpenHelper extends ListedLink {
  holder: string;
  email?: string | undefined;
  whatsapp?: string | undefined;
  /** Current card of the guide, as the wizard names it. */
  place?: string | undefined;
  url: string;
}

/**
 * Lists the current helpers.
 * @throws AltaError `forbidden` to a helper, who may see only their own link
 */
export async function openHelpers(ctx: Context, registration: Registration): Promise<OpenHelper[]> {
  const links = await linksOf(ctx, registration.id);
  if (!isSupplierAmong(links, ctx)) throw supplierRequired();
  const open = links.filter(({ scope, revokedAt }) => scope === 'arca-steps-only' && !revokedAt);
  const rows = await mailsOf(ctx, open);
  return open.map((link) => ({
    ...listed(link, rows),
    holder: link.holderName ?? '',
    email: link.holderEmail ?? undefined,
    whatsapp: link.holderWhatsapp ?? undefined,
    place: link.place ?? undefined,
    url: addressOf(ctx, link),
  }));
}

/** Acts at the authority or for it, as the audit log names them. */
const authoritySteps = [
  'registration.service-enabled',
  'registration.request-downloaded',
  'registration.certificate-received',
  'registration.authorisation-claimed',
  'registration.delegation-claimed',
  'registration.point-of-sale-claimed',
] as const satisfies EntryAction[];

export interface AuthoritySteps {
  /** Names of the helpers who did at least one step, also of those from whom it was taken back. */
  helpers: string[];
  /** Nobody else did a step. */
  isByHelpersOnly: boolean;
}

/** Returns who did the steps at the authority, by the audit log. */
export async function authorityStepsOf(ctx: Context, registration: Registration): Promise<AuthoritySteps> {
  const rows = await reader(ctx)
    .selectDistinct({ scope: registrationLinks.scope, name: registrationLinks.holderName })
    .from(auditLog)
    .innerJoin(registrationLinks, eq(sql`${registrationLinks.id}::text`, auditLog.actorId))
    .where(
      and(
        eq(auditLog.workspaceId, ctx.workspace.id),
        eq(auditLog.subjectId, registration.id),
        eq(auditLog.actorKind, 'registrant'),
        inArray(auditLog.action, authoritySteps),
        eq(registrationLinks.registrationId, registration.id),
      ),
    );
  return {
    helpers: rows.flatMap(({ scope, name }) => (scope === 'arca-steps-only' && name ? [name] : [])).sort(),
    isByHelpersOnly: rows.every(({ scope }) => scope === 'arca-steps-only'),
  };
}

/** Returns the last mail that contained the current link; undefined if there is none. */
export async function lastMailOf(ctx: Context, { link }: Registration): Promise<LinkMail | undefined> {
  const [last] = await lastMail().execute({ linkId: link.id, workspaceId: ctx.workspace.id });
  return last && isLinkMail(last) ? mailOf(last) : undefined;
}

const lastMail = preparedOnce((db) =>
  db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.subject, sql.placeholder('linkId')),
        eq(mails.workspaceId, sql.placeholder('workspaceId')),
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1)
    .prepare('last_mail_of_link'),
);

function linksOf(ctx: Context, registrationId: string): Promise<LinkRow[]> {
  const { id, purpose, revokedAt, expiresAt, createdAt } = registrationLinks;
  const ofRegistration = and(
    eq(registrationLinks.registrationId, registrationId),
    eq(registrationLinks.workspaceId, ctx.workspace.id),
  );
  const timed = reader(ctx)
    .select({ id })
    .from(registrationLinks)
    .where(and(ofRegistration, isNotNull(purpose)))
    .orderBy(isNotNull(revokedAt), desc(expiresAt), desc(id))
    .limit(2 * linkLimits.concurrentTimedLinks);
  return reader(ctx)
    .select()
    .from(registrationLinks)
    .where(and(ofRegistration, or(isLasting, inArray(id, timed))))
    .orderBy(asc(createdAt), asc(id));
}

type LinkMailRow = MailRow<LinkMailKind> & { to: string };

/** Type guard that every mail whose subject is a link passes. */
const isLinkMail = (row: MailRow): row is LinkMailRow =>
  row.to !== null && linkMailKinds.some((kind) => kind === row.kind);

async function mailsOf(ctx: Context, links: { id: string }[]): Promise<LinkMailRow[]> {
  if (links.length === 0) return [];
  const ids = links.map(({ id }) => id);
  const rows = await reader(ctx)
    .select()
    .from(mails)
    .where(inArray(mails.subject, ids))
    .orderBy(desc(mails.createdAt), desc(mails.id));
  return rows.filter(isLinkMail);
}

const listed = (link: LinkRow, rows: LinkMailRow[]): ListedLink => ({
  id: link.id,
  scope: link.scope,
  intent: link.purpose ?? undefined,
  holder: link.holderName ?? undefined,
  createdAt: link.createdAt,
  openedAt: link.openedAt ?? undefined,
  expiresAt: link.expiresAt,
  revokedAt: link.revokedAt ?? undefined,
  mails: rows.filter(({ subject }) => subject === link.id).map(mailOf),
});

const mailOf = ({ to, kind, createdAt, sentAt, refusedAt, reason }: LinkMailRow): LinkMail => ({
  address: to,
  kind,
  requestedAt: createdAt,
  sentAt: sentAt ?? undefined,
  bouncedAt: refusedAt ?? undefined,
  detail: reason ?? undefined,
});
