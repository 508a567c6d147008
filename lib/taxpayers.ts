import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { addressOf, padron } from '#lib/arca/services.ts';
import {
  askRegister,
  type RegisterCaller,
  type RegisterOutcome,
  type Taxpayer,
} from '#lib/arca/taxpayers-register.ts';
import {
  forgetTicket,
  type OptionalTicketOutcome,
  obtainOptionalTicket,
  optionalPauseMs,
} from '#lib/certificates/access-ticket.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { taxpayers } from '#lib/database/tables/authority.ts';
import { delegateOf } from '#lib/registrations/delegation.ts';
import { clockSkewMs, isRecent } from './age.ts';
import { type Context, reader } from './context.ts';
import { AltaError } from './errors.ts';
import { log } from './log.ts';
import { oncePerProcess } from './process-values.ts';
import { requirePermission } from './roles.ts';
import { dayMs } from './time.ts';

/** A taxpayer as registered at `readAt`. */
export interface KnownTaxpayer extends Taxpayer {
  readAt: Date;
}

export type TaxpayerLookup =
  | { kind: 'found'; taxpayer: KnownTaxpayer }
  | { kind: 'none'; readAt: Date }
  | NotAuthorised
  | Unavailable;

export interface LookupOptions {
  now?: Date;
  notOlderThanMs?: number;
  /** Called on a cache miss, before the authority is queried. Throws if the caller's rate limit is reached. */
  onAsk?: () => Promise<void>;
}

/**
 * Looks up a valid CUIT. Uses a stored answer of the last days, or else queries the register. If the register does
 * not respond, returns an older stored answer; see `readAt`. Do not call this inside a transaction.
 * @throws the errors of `onAsk`; AltaError `conflict` if the delegate's key is destroyed during the call.
 */
export async function findTaxpayer(
  ctx: Context,
  cuit: string,
  { now = new Date(), notOlderThanMs, onAsk }: LookupOptions = {},
): Promise<TaxpayerLookup> {
  requirePermission(ctx, 'taxpayers:read');
  const stored = await fetchStoredTaxpayer(ctx, cuit);
  if (stored && isFresh(stored, now, notOlderThanMs)) return lookupOf(stored);
  const access = await registerAccess(ctx, now);
  if (access.kind === 'not-authorised') return access;
  const asked = access.kind === 'granted' ? await ask(access, cuit, { now, onAsk }) : access;
  if (asked.kind === 'found' || asked.kind === 'none') {
    const read = { taxpayer: asked.kind === 'found' ? asked.taxpayer : undefined, readAt: now };
    await storeTaxpayer(ctx, cuit, read);
    return lookupOf(read);
  }
  if (asked.kind === 'unavailable' && stored && isUsableAsFallback(stored, now)) return lookupOf(stored);
  return asked;
}

const lookupOf = ({ taxpayer, readAt }: StoredTaxpayer): TaxpayerLookup =>
  taxpayer ? { kind: 'found', taxpayer: { ...taxpayer, readAt } } : { kind: 'none', readAt };

type Granted = Extract<Access, { kind: 'granted' }>;
type Answer = Extract<RegisterOutcome, { kind: 'found' | 'none' }>;

async function ask(
  { caller, certificate, ticketAt }: Granted,
  cuit: string,
  { now, onAsk }: { now: Date; onAsk: LookupOptions['onAsk'] },
): Promise<Answer | NotAuthorised | Unavailable> {
  await onAsk?.();
  const outcome = await askRegister(caller, cuit);
  if (outcome.kind === 'found' || outcome.kind === 'none') return outcome;
  log().warn(outcome, "the taxpayers' register did not respond");
  switch (outcome.kind) {
    case 'not-represented':
      return { kind: 'not-authorised', reason: 'service' };
    case 'ticket-refused':
      // Keeps a fresh ticket. Otherwise, if the register refused every ticket, each call would log in again.
      if (!isRecent(ticketAt, optionalPauseMs, now)) await forgetTicket(certificate, padron.id, ticketAt);
      return { kind: 'unavailable', cause: outcome.kind, retryAfterSeconds: outageSeconds };
    case 'unavailable':
      return { kind: 'unavailable', cause: outcome.cause, retryAfterSeconds: outageSeconds };
  }
}

const outageSeconds = 60;

type Access =
  | { kind: 'granted'; caller: RegisterCaller; certificate: CertificateRow; ticketAt: Date }
  | NotAuthorised
  | Unavailable;

interface NotAuthorised {
  kind: 'not-authorised';
  /** No delegate, no valid certificate of the delegate, or no authorization to use the register. */
  reason: 'no-delegate' | 'certificate' | 'service';
}

interface Unavailable {
  kind: 'unavailable';
  cause: string;
  retryAfterSeconds: number;
}

/** Returns the delegate's certificate with a ticket that represents the delegate. */
async function registerAccess(ctx: Context, now: Date): Promise<Access> {
  const delegate = await delegateOf(ctx);
  if (!delegate) return { kind: 'not-authorised', reason: 'no-delegate' };
  const { certificate, cuit } = delegate;
  if (!certificate?.notAfter || certificate.notAfter <= now) {
    return { kind: 'not-authorised', reason: 'certificate' };
  }
  const login = await obtainOptionalTicket(certificate, padron.id, cuit, now);
  if (login.kind !== 'granted') return failureOfLogin(login);
  const { ticket } = login;
  return {
    kind: 'granted',
    certificate,
    ticketAt: ticket.generatedAt,
    caller: { ...addressOf(padron, certificate.environment), ticket, cuit },
  };
}

function failureOfLogin(
  login: Exclude<OptionalTicketOutcome, { kind: 'granted' }>,
): NotAuthorised | Unavailable {
  switch (login.kind) {
    case 'not-authorised':
      return { kind: 'not-authorised', reason: 'service' };
    case 'certificate-refused':
      return { kind: 'not-authorised', reason: 'certificate' };
    case 'defect':
      return { kind: 'unavailable', cause: 'defect', retryAfterSeconds: 900 };
    case 'unavailable':
      return { kind: 'unavailable', cause: login.cause, retryAfterSeconds: login.retryAfterSeconds };
    case 'busy':
    case 'already-authenticated':
      return { kind: 'unavailable', cause: login.kind, retryAfterSeconds: login.retryAfterSeconds };
  }
}

/** Days for which a stored taxpayer is returned without querying the register. */
const freshDays = 7;
/** The same for a stored answer that no taxpayer has this CUIT. One may be registered tomorrow. */
const unknownFreshDays = 1;
/**
 * Days for which a stored answer may be used when the register does not respond. After that lib/retention.ts
 * deletes it, since it is personal data.
 */
export const maxAgeDays = 30;

export interface StoredTaxpayer {
  taxpayer: Taxpayer | undefined;
  readAt: Date;
}

export async function fetchStoredTaxpayer(ctx: Context, cuit: string): Promise<StoredTaxpayer | undefined> {
  const row = await loadTaxpayer(reader(ctx), { workspaceId: ctx.workspace.id, cuit });
  return row && { taxpayer: row.taxpayer ?? undefined, readAt: row.readAt };
}

type TaxpayerKey = Pick<typeof taxpayers.$inferSelect, 'workspaceId' | 'cuit'>;
const taxpayerKey = ({ workspaceId, cuit }: TaxpayerKey) => `${workspaceId}/${cuit}`;

const loadTaxpayer = batchLoader(async (db: ReturnType<typeof reader>, keys: readonly TaxpayerKey[]) => {
  const rows = await db
    .select()
    .from(taxpayers)
    .where(
      and(
        inArray(
          taxpayers.workspaceId,
          keys.map(({ workspaceId }) => workspaceId),
        ),
        inArray(
          taxpayers.cuit,
          keys.map(({ cuit }) => cuit),
        ),
      ),
    );
  return rowsInKeyOrder(keys.map(taxpayerKey), rows, taxpayerKey);
});

export const isFresh = (
  { taxpayer, readAt }: StoredTaxpayer,
  now: Date,
  maxAgeMs = freshDays * dayMs,
): boolean => isRecent(readAt, taxpayer ? maxAgeMs : Math.min(maxAgeMs, unknownFreshDays * dayMs), now);

/** True for a stored taxpayer. An answer that no taxpayer has the CUIT is not used: one may have registered since. */
export const isUsableAsFallback = ({ taxpayer, readAt }: StoredTaxpayer, now: Date): boolean =>
  taxpayer !== undefined && isRecent(readAt, maxAgeDays * dayMs, now);

/**
 * Stores an answer. Replaces only an older one or one dated in the future, since concurrent lookups may write
 * in either order.
 */
export async function storeTaxpayer(
  ctx: Context,
  cuit: string,
  { taxpayer, readAt }: StoredTaxpayer,
): Promise<void> {
  const value = { taxpayer: taxpayer ?? null, readAt };
  const latestPlausible = new Date(Date.now() + clockSkewMs);
  await database()
    .insert(taxpayers)
    .values({ workspaceId: ctx.workspace.id, cuit, ...value })
    .onConflictDoUpdate({
      target: [taxpayers.workspaceId, taxpayers.cuit],
      set: value,
      setWhere: sql`${taxpayers.readAt} <= excluded.read_at or ${gt(taxpayers.readAt, latestPlausible)}`,
    });
}

/** Deletes a stored answer that something contradicts, so that the next look-up queries the register. */
export async function forgetTaxpayer(tx: Transaction, key: TaxpayerKey): Promise<void> {
  await tx
    .delete(taxpayers)
    .where(and(eq(taxpayers.workspaceId, key.workspaceId), eq(taxpayers.cuit, key.cuit)));
}

/**
 * Like `findTaxpayer`, but throws if there is no taxpayer to return.
 * @throws AltaError `not-found` `taxpayer-unknown`; `conflict` `no-delegate`, `not-registered` or
 * `delegate-not-authorised`; `unavailable` `authority-unavailable`.
 */
export async function fetchTaxpayer(
  ctx: Context,
  cuit: string,
  options: LookupOptions = {},
): Promise<KnownTaxpayer> {
  const lookup = await findTaxpayer(ctx, cuit, options);
  if (lookup.kind === 'found') return lookup.taxpayer;
  throw errorOf(lookup);
}

function errorOf(lookup: Exclude<TaxpayerLookup, { kind: 'found' }>): AltaError {
  switch (lookup.kind) {
    case 'none':
      return new AltaError('not-found', 'No taxpayer has this CUIT.', { code: 'taxpayer-unknown' });
    case 'unavailable':
      return new AltaError('unavailable', 'The authority does not respond.', {
        code: 'authority-unavailable',
        retryAfterSeconds: lookup.retryAfterSeconds,
      });
    case 'not-authorised':
      return notAuthorised[lookup.reason]();
  }
}

const notAuthorised = {
  'no-delegate': () =>
    new AltaError(
      'conflict',
      'The workspace has no delegate to query the register: name a registered supplier.',
      { code: 'no-delegate' },
    ),
  certificate: () =>
    new AltaError('conflict', 'The delegate has no valid certificate: renew its registration.', {
      code: 'not-registered',
    }),
  service: () =>
    new AltaError('conflict', `The certificate of the delegate is not authorized for ${padron.id}.`, {
      code: 'delegate-not-authorised',
    }),
};

const patienceMs = 3_000;
/** After a timeout or failure, `findTaxpayerIfAvailable` skips the register for this long instead of waiting again. */
const timeoutPauseMs = 60_000;

/**
 * For callers that can do without the taxpayer: returns within a few seconds and never throws. Falls back to a
 * stored answer.
 */
export async function findTaxpayerIfAvailable(
  ctx: Context,
  cuit: string,
  options: Pick<LookupOptions, 'now' | 'notOlderThanMs'> = {},
): Promise<KnownTaxpayer | undefined> {
  const answer = await askIfAvailable(ctx, cuit, options);
  return answer === 'none' ? undefined : answer;
}

/** Like `findTaxpayerIfAvailable`, but returns `none` if the register answered that no taxpayer has the CUIT. */
export async function askIfAvailable(
  ctx: Context,
  cuit: string,
  options: Pick<LookupOptions, 'now' | 'notOlderThanMs'> = {},
): Promise<KnownTaxpayer | 'none' | undefined> {
  try {
    const lookup = isPaused(ctx) ? undefined : await lookUpWithTimeout(ctx, cuit, options);
    if (lookup?.kind === 'found') return lookup.taxpayer;
    if (lookup) return lookup.kind === 'none' ? 'none' : undefined;
    return await fallbackTaxpayer(ctx, cuit, options.now ?? new Date());
  } catch (error) {
    log().error({ err: error }, "the taxpayers' register was not queried");
    return undefined;
  }
}

/** Maximum age of an answer that may cause a refusal, because a taxpayer's status can change from day to day. */
const recentMs = 3_600_000;

/** Like `findTaxpayerIfAvailable`, but returns only an answer of the last hour, for refusing a request. */
export async function findRecentTaxpayer(
  ctx: Context,
  cuit: string,
  now: Date,
): Promise<KnownTaxpayer | undefined> {
  const taxpayer = await findTaxpayerIfAvailable(ctx, cuit, { now, notOlderThanMs: recentMs });
  return taxpayer && isRecent(taxpayer.readAt, recentMs, now) ? taxpayer : undefined;
}

async function lookUpWithTimeout(
  ctx: Context,
  cuit: string,
  options: LookupOptions,
): Promise<TaxpayerLookup | undefined> {
  const late = new AbortController();
  const lookup = await Promise.race([
    lookUpWithRetries(ctx, cuit, options),
    wait(patienceMs, undefined, { signal: late.signal }),
  ]).finally(() => late.abort());
  if (!lookup || lookup.kind === 'unavailable')
    pausedUntil().set(ctx.workspace.id, Date.now() + timeoutPauseMs);
  if (!lookup) log().warn({ afterMs: patienceMs }, "the taxpayers' register did not respond in time");
  return lookup;
}

/**
 * Retries while another process is logging in, which takes a moment. An answer that comes too late for the
 * caller is stored and ends the pause.
 */
async function lookUpWithRetries(
  ctx: Context,
  cuit: string,
  options: LookupOptions,
): Promise<TaxpayerLookup> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const lookup = await findTaxpayer(ctx, cuit, options);
    const isBusy = lookup.kind === 'unavailable' && lookup.cause === 'busy';
    if (lookup.kind === 'found' || lookup.kind === 'none') pausedUntil().delete(ctx.workspace.id);
    if (!isBusy || lookup.retryAfterSeconds * 1_000 > patienceMs || Date.now() > until) return lookup;
    await wait(250);
  }
}

async function fallbackTaxpayer(ctx: Context, cuit: string, now: Date): Promise<KnownTaxpayer | undefined> {
  const stored = await fetchStoredTaxpayer(ctx, cuit);
  if (!stored?.taxpayer || !isUsableAsFallback(stored, now)) return undefined;
  return { ...stored.taxpayer, readAt: stored.readAt };
}

/** End of the pause, by workspace: each has its own delegate. */
const pausedUntil = () => oncePerProcess('taxpayers.resting', () => new Map<string, number>());
const isPaused = ({ workspace }: Context): boolean => (pausedUntil().get(workspace.id) ?? 0) > Date.now();
