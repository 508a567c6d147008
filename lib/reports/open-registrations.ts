import { and, count, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { mails } from '#lib/database/tables/mails.ts';
import {
  delegations,
  type RegistrationRow,
  type RegistrationWay,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { partyOfListedEntry } from '#lib/documents/party.ts';
import { maxCounted } from '#lib/limits.ts';
import { afterCursor, inOrder, inSpan, type TimedPageQuery } from '#lib/paging.ts';
import { renewalDays } from '#lib/registrations/create.ts';
import { wayOf } from '#lib/registrations/registration.ts';
import type { OpenStage, Stage } from '#lib/registrations/state.ts';
import { isSupplierLink, supplierLinkFirst } from '#lib/registrations/supplier-link.ts';
import { requirePermission } from '#lib/roles.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { dayMs } from '#lib/time.ts';
import {
  inFunnel,
  isAtStage,
  isFirst,
  isTakenUp,
  isUnfinished,
  reachedAt,
  reason,
  stageOf,
} from './stages.ts';

/** Filter of unfinished registrations of suppliers who are not archived. */
export interface OpenRegistrationsQuery extends Omit<TimedPageQuery, 'from'> {
  /** Text that finds the supplier: name, tax code or e-mail address. */
  q?: string | undefined;
  stage?: OpenStage | undefined;
  /** Reason of the last rejection; `any` for every reason. */
  reason?: RejectionReason | 'any' | undefined;
  way?: RegistrationWay | undefined;
  /**
   * Restricts the result to registrations counted at this stage of the overview's funnel, including finished
   * ones.
   */
  funnel?: { counted: Stage | 'api'; since: Date } | undefined;
  /** Restricts the result to these entries. */
  entryIds?: readonly string[] | undefined;
}

export interface OpenRegistration {
  id: string;
  createdAt: Date;
  /** The supplier's last activity. The list is ordered by it, and spans refer to it. */
  progressedAt: Date;
  entryId: string;
  /** The client's key of the entry. */
  key?: string | undefined;
  supplier?: { name: string; cuit: string };
  stage: Stage;
  stageReachedAt: Date;
  way: RegistrationWay | undefined;
  reason?: RejectionReason;
  rejectedAt?: Date;
  /** The supplier's own link. */
  link: { expiresAt: Date; revokedAt?: Date | undefined } | undefined;
  /** Name of the current helper who was the last to open their link. */
  helper?: string | undefined;
  /** Last reminder requested, delivered or not. */
  remindedAt?: Date | undefined;
}

const byProgress = { createdAt: registrations.progressedAt, id: registrations.id };
const helpersLinks = alias(registrationLinks, 'helpers_links');

/**
 * Lists open registrations, most recently active first: the rows of one page, and one more if there is a next
 * page.
 */
export async function listOpenRegistrations(
  ctx: Context,
  query: OpenRegistrationsQuery,
): Promise<OpenRegistration[]> {
  requirePermission(ctx, 'registrations:read');
  const named = await suppliersNamed(ctx, query);
  const link = reader(ctx)
    .select({
      id: registrationLinks.id,
      expiresAt: registrationLinks.expiresAt,
      revokedAt: registrationLinks.revokedAt,
    })
    .from(registrationLinks)
    .where(and(eq(registrationLinks.registrationId, registrations.id), isSupplierLink))
    .orderBy(...supplierLinkFirst)
    .limit(1)
    .as('link');
  const helper = reader(ctx)
    .select({ name: helpersLinks.holderName })
    .from(helpersLinks)
    .where(
      and(
        eq(helpersLinks.registrationId, registrations.id),
        eq(helpersLinks.scope, 'arca-steps-only'),
        isNotNull(helpersLinks.openedAt),
        isNull(helpersLinks.revokedAt),
      ),
    )
    .orderBy(desc(helpersLinks.openedAt))
    .limit(1)
    .as('helper');
  const reminder = reader(ctx)
    .select({ at: mails.createdAt })
    .from(mails)
    .where(and(eq(mails.subject, sql`${link.id}::text`), eq(mails.kind, 'reminder')))
    .orderBy(desc(mails.createdAt))
    .limit(1)
    .as('reminder');
  const rows = await reader(ctx)
    .select({
      registration: registrations,
      entry: { key: entries.key, snippet: entries.snippet },
      expiresAt: link.expiresAt,
      revokedAt: link.revokedAt,
      helper: helper.name,
      remindedAt: reminder.at,
    })
    .from(registrations)
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .leftJoinLateral(link, sql`true`)
    .leftJoinLateral(helper, sql`true`)
    .leftJoinLateral(reminder, sql`true`)
    .where(and(matches(ctx, query, named), afterCursor(byProgress, query.cursor, query)))
    .orderBy(...inOrder(byProgress, query))
    .limit(query.limit + 1);
  return rows.map(({ registration, entry, expiresAt, revokedAt, helper, remindedAt }) => {
    const supplier = partyOfListedEntry(entry);
    const stage = stageOf(registration);
    const { lastRejection } = registration;
    return {
      id: registration.id,
      createdAt: registration.createdAt,
      progressedAt: registration.progressedAt,
      entryId: registration.entryId,
      key: entry.key ?? undefined,
      ...(supplier ? { supplier } : {}),
      stage,
      stageReachedAt: reachedAt(registration, stage),
      way: wayOf(registration),
      ...(lastRejection ? { reason: lastRejection.reason, rejectedAt: new Date(lastRejection.at) } : {}),
      link: expiresAt ? { expiresAt, revokedAt: revokedAt ?? undefined } : undefined,
      helper: helper ?? undefined,
      remindedAt: remindedAt ?? undefined,
    };
  });
}

/** Counts the matching registrations, up to `most` + 1. */
export async function countOpenRegistrations(
  ctx: Context,
  query: Omit<OpenRegistrationsQuery, 'limit'>,
  most = maxCounted,
): Promise<number> {
  requirePermission(ctx, 'registrations:read');
  const named = await suppliersNamed(ctx, query);
  const counted = reader(ctx)
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .where(matches(ctx, query, named))
    .limit(most + 1);
  return reader(ctx).$count(counted.as('counted'));
}

/** Rejected registrations beyond this number are not counted. */
const maxRejected = 100_000;

/** Reasons of the last rejections of the matching registrations, with their number, most frequent first. */
export async function countRejections(
  ctx: Context,
  query: Omit<OpenRegistrationsQuery, 'limit' | 'reason'>,
): Promise<{ reason: RejectionReason; count: number }[]> {
  requirePermission(ctx, 'registrations:read');
  const named = await suppliersNamed(ctx, query);
  const rejected = reader(ctx)
    .select({ reason: reason.as('rejection_reason') })
    .from(registrations)
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .where(and(matches(ctx, query, named), isNotNull(registrations.lastRejection)))
    .limit(maxRejected)
    .as('rejected');
  return reader(ctx)
    .select({ reason: rejected.reason, count: count() })
    .from(rejected)
    .groupBy(rejected.reason)
    .orderBy(desc(count()), rejected.reason);
}

/** Most suppliers that a text finds: the newest. */
const maxNamed = 1_000;

async function suppliersNamed(ctx: Context, { q }: Pick<OpenRegistrationsQuery, 'q'>) {
  if (q === undefined) return undefined;
  const found = await searchEntries(ctx, { folder: 'suppliers', q, limit: maxNamed });
  return found.map(({ id }) => id);
}

function matches(
  ctx: Context,
  query: Omit<OpenRegistrationsQuery, 'limit'>,
  named: readonly string[] | undefined,
): SQL | undefined {
  const { stage, reason: wanted, way, funnel, entryIds } = query;
  return and(
    eq(registrations.workspaceId, ctx.workspace.id),
    // The funnel includes archived suppliers.
    funnel ? inFunnel(funnel.counted, funnel.since) : isNull(entries.archivedAt),
    stage && isAtStage(stage),
    // The funnel includes finished registrations.
    funnel ? undefined : and(isUnfinished, isTakenUp),
    wanted === 'any' ? isNotNull(registrations.lastRejection) : wanted && eq(reason, wanted),
    named && sql`${registrations.entryId} = any(${sql.param(named)}::uuid[])`,
    entryIds && sql`${registrations.entryId} = any(${sql.param(entryIds)}::uuid[])`,
    way && eq(sql`coalesce(${registrations.chosen}, ${registrations.mode})`, sql`${way}`),
    inSpan(byProgress, query),
  );
}

/** Progress of a supplier's first registration, for the list of suppliers. */
export const supplierStages = [
  'link-not-opened',
  'link-opened',
  'link-expired',
  'details-confirmed',
  'certificate-expected',
  'certificate-received',
  'delegation-expected',
] as const;
export type SupplierStage = (typeof supplierStages)[number];

/** Condition for an entry whose first registration is unfinished and at this stage; must match `supplierStageOf`. */
export function isSupplierAt(stage: SupplierStage, now = new Date()): SQL {
  const { entryId, workspaceId } = registrations;
  return sql`exists (
    select from ${registrations} left join lateral (
      select ${lte(registrationLinks.expiresAt, now)} as is_expired,
        ${isNotNull(registrationLinks.openedAt)} as is_opened
      from ${registrationLinks}
      where ${and(eq(registrationLinks.registrationId, registrations.id), isSupplierLink)}
      order by ${sql.join(supplierLinkFirst, sql`, `)} limit 1
    ) as link on true
    where ${and(eq(entryId, entries.id), eq(workspaceId, entries.workspaceId), isFirst, isUnfinished)}
      and ${stage} = case
        when ${isNotNull(registrations.certificateReceivedAt)} then 'certificate-received'
        when exists (select from ${delegations} where ${eq(delegations.entryId, entryId)}) then 'delegation-expected'
        when link.is_expired then 'link-expired'
        when ${isNotNull(registrations.requestDownloadedAt)}
          or ${and(isNotNull(registrations.lastRejection), isNull(registrations.startedAt))}
          then 'certificate-expected'
        when ${isNotNull(registrations.detailsConfirmedAt)} then 'details-confirmed'
        when ${isNotNull(registrations.startedAt)} or link.is_opened then 'link-opened'
        else 'link-not-opened' end)`;
}

/** Returns the stage of each of these suppliers whose first registration is unfinished, by entry id. */
export async function stagesOfSuppliers(
  ctx: Context,
  suppliers: { id: string }[],
  now = new Date(),
): Promise<Map<string, SupplierStage>> {
  requirePermission(ctx, 'suppliers:read');
  if (suppliers.length === 0) return new Map();
  const link = reader(ctx)
    .select({
      expiresAt: registrationLinks.expiresAt,
      openedAt: registrationLinks.openedAt,
    })
    .from(registrationLinks)
    .where(and(eq(registrationLinks.registrationId, registrations.id), isSupplierLink))
    .orderBy(...supplierLinkFirst)
    .limit(1)
    .as('link');
  const rows = await reader(ctx)
    .select({
      registration: registrations,
      expiresAt: link.expiresAt,
      openedAt: link.openedAt,
      delegationClaimedAt: delegations.claimedAt,
    })
    .from(registrations)
    .leftJoinLateral(link, sql`true`)
    .leftJoin(delegations, eq(delegations.entryId, registrations.entryId))
    .where(
      and(
        eq(registrations.workspaceId, ctx.workspace.id),
        inArray(
          registrations.entryId,
          suppliers.map(({ id }) => id),
        ),
        isFirst,
        isUnfinished,
      ),
    );
  return new Map(
    rows.map(({ registration, expiresAt, openedAt, delegationClaimedAt }) => [
      registration.entryId,
      supplierStageOf(registration, {
        isExpired: expiresAt !== null && expiresAt <= now,
        isOpened: openedAt !== null,
        isDelegating: delegationClaimedAt !== null,
      }),
    ]),
  );
}

function supplierStageOf(
  registration: RegistrationRow,
  { isExpired, isOpened, isDelegating }: { isExpired: boolean; isOpened: boolean; isDelegating: boolean },
): SupplierStage {
  if (registration.certificateReceivedAt) return 'certificate-received';
  if (isDelegating) return 'delegation-expected';
  if (isExpired) return 'link-expired';
  switch (stageOf(registration)) {
    case 'created':
      return isOpened ? 'link-opened' : 'link-not-opened';
    case 'started':
      return 'link-opened';
    case 'details-confirmed':
      return 'details-confirmed';
    default:
      return 'certificate-expected';
  }
}

export interface ExpiringSoon {
  /** Whole days; negative if it has expired. */
  daysLeft: number;
  /** The supplier has a link to an open renewal. */
  renewing: boolean;
}

/** Returns the active certificates of these suppliers that can be renewed, by entry id. */
export async function expiringOfSuppliers(
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
 * Condition: the certificate's supplier has an open renewal (at most one exists). Does not use `exists`, with
 * which PostgreSQL may read the open renewals of all suppliers.
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
