import { and, eq, exists, gt, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { wsfe } from '#lib/arca/services.ts';
import { lastLogin } from '#lib/certificates/access-ticket.ts';
import { activeCertificate, isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { type DelegationRow, delegations, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { partyOfListedEntry } from '#lib/documents/party.ts';
import { AltaError } from '#lib/errors.ts';
import { afterCursor, inOrder, type TimedPageQuery } from '#lib/paging.ts';
import { requirePermission } from '#lib/roles.ts';
import { ticketPauseMs, verifyDelegation } from './delegation.ts';

/**
 * `waiting`: not yet accepted in the portal, or not yet confirmed by the authority. `lost`: it was granted,
 * but the authority no longer accepts it.
 */
export type DelegationList = 'waiting' | 'lost';

export interface ListedDelegation {
  id: string;
  supplier: { name: string; cuit: string };
  delegate: { entryId: string; cuit: string; alias?: string | undefined };
  /** When it entered this list: `claimedAt` or `lostAt`. */
  createdAt: Date;
  claimedAt: Date;
  lostAt?: Date | undefined;
  checkedAt?: Date | undefined;
  answer?: DelegationRow['answer'] | undefined;
  /** Issue time of the access ticket on which `answer` is based. */
  ticketAt?: Date | undefined;
  /** Earliest time for a newer ticket, which would include later grants. */
  nextTicketAt?: Date | undefined;
}

/**
 * Returns a page of delegations, with one extra row if there is a next page: `waiting` oldest first, `lost`
 * newest first, reversed by `ascending`.
 */
export async function listDelegations(
  ctx: Context,
  { list, ...query }: Pick<TimedPageQuery, 'limit' | 'cursor' | 'ascending'> & { list: DelegationList },
  now = new Date(),
): Promise<ListedDelegation[]> {
  requirePermission(ctx, 'registrations:read');
  const since = list === 'waiting' ? delegations.claimedAt : delegations.lostAt;
  const keyset = { createdAt: since, id: delegations.entryId };
  const direction = { ascending: (list === 'waiting') !== (query.ascending ?? false) };
  const rows = await reader(ctx)
    .select({ delegation: delegations, snippet: entries.snippet })
    .from(delegations)
    .innerJoin(entries, eq(entries.id, delegations.entryId))
    .where(and(listCondition(ctx, list, now), afterCursor(keyset, query.cursor, direction)))
    .orderBy(...inOrder(keyset, direction))
    .limit(query.limit + 1);
  const delegateFacts = await factsOfDelegates(
    ctx,
    rows.map(({ delegation }) => delegation.delegateEntryId),
  );
  return rows.map(({ delegation, snippet }): ListedDelegation => {
    const { claimedAt, lostAt, delegateEntryId, delegateCuit } = delegation;
    const { alias, nextTicketAt } = delegateFacts.get(delegateEntryId) ?? {};
    return {
      id: delegation.entryId,
      supplier: partyOfListedEntry({ snippet }) ?? { name: '', cuit: '' },
      delegate: { entryId: delegateEntryId, cuit: delegateCuit, alias },
      createdAt: (list === 'lost' && lostAt) || claimedAt,
      claimedAt,
      lostAt: lostAt ?? undefined,
      checkedAt: delegation.checkedAt ?? undefined,
      answer: delegation.answer ?? undefined,
      ticketAt: delegation.ticketAt ?? undefined,
      nextTicketAt,
    };
  });
}

export interface VerifiedDelegations {
  asked: number;
  granted: number;
  /** Waiting delegations beyond the limits of one run; the next run checks them first. */
  left: number;
}

/** Limits for one run, since a user waits for the result. */
const maxPerRequest = 200;
const maxDurationMs = 20_000;

/**
 * Asks the authority about waiting delegations one after the other, since they share a ticket. Those whose
 * last check is oldest come first. Do not call inside a transaction.
 */
export async function verifyWaiting(ctx: Context, now?: Date): Promise<VerifiedDelegations> {
  requirePermission(ctx, 'registrations:write');
  const until = Date.now() + maxDurationMs;
  const { entryId, checkedAt, claimedAt } = delegations;
  const isWaiting = listCondition(ctx, 'waiting', now ?? new Date());
  const waiting = await reader(ctx).$count(delegations, isWaiting);
  const rows = await reader(ctx)
    .select({ entryId })
    .from(delegations)
    .where(isWaiting)
    .orderBy(sql`${checkedAt} asc nulls first`, claimedAt)
    .limit(maxPerRequest);
  const answers: (DelegationRow['answer'] | undefined)[] = [];
  for (const row of rows) {
    if (Date.now() > until) break;
    answers.push(await verifyIfExists(ctx, row.entryId, now));
  }
  const granted = answers.filter((answer) => answer === 'granted').length;
  return { asked: answers.length, granted, left: Math.max(0, waiting - answers.length) };
}

/** Returns the answer; undefined if the registration was ended meanwhile. */
async function verifyIfExists(ctx: Context, entryId: string, now: Date | undefined) {
  try {
    return (await verifyDelegation(ctx, entryId, now)).answer;
  } catch (error) {
    if (error instanceof AltaError && error.code === 'not-claimed') return undefined;
    throw error;
  }
}

function listCondition(ctx: Context, list: DelegationList, now: Date): SQL | undefined {
  const { workspaceId, grantedAt, claimedAt, lostAt } = delegations;
  const isWaiting = or(isNull(grantedAt), gt(claimedAt, lostAt));
  return and(
    eq(workspaceId, ctx.workspace.id),
    list === 'waiting' ? isWaiting : lte(claimedAt, lostAt),
    not(isByOwnCertificate(ctx, now)),
  );
}

/** Condition for suppliers who have their own certificate, or are registering for one. */
function isByOwnCertificate(ctx: Context, now: Date): SQL {
  const ownCertificate = reader(ctx)
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(eq(certificates.entryId, delegations.entryId), isActive, gt(certificates.notAfter, now)));
  const { entryId, mode, chosen, completedAt, revokedAt } = registrations;
  const isOpen = and(eq(entryId, delegations.entryId), isNull(completedAt), isNull(revokedAt));
  const openRegistration = reader(ctx)
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(isOpen, or(eq(mode, 'certificate'), eq(chosen, 'certificate'))));
  return sql`(${exists(ownCertificate)} or ${exists(openRegistration)})`;
}

/** Returns each delegate's alias and the time of its next ticket, by entry id. */
async function factsOfDelegates(
  ctx: Context,
  entryIds: string[],
): Promise<Map<string, { alias: string; nextTicketAt: Date | undefined }>> {
  const facts = await Promise.all(
    [...new Set(entryIds)].map(async (entryId) => {
      const certificate = await activeCertificate(ctx, entryId);
      if (!certificate) return [];
      const login = await lastLogin(certificate, wsfe.id);
      const nextTicketAt = login && new Date(login.at.getTime() + ticketPauseMs());
      return [[entryId, { alias: certificate.certificateAlias ?? certificate.alias, nextTicketAt }] as const];
    }),
  );
  return new Map(facts.flat());
}
