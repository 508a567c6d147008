import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, gt, sql } from 'drizzle-orm';
import { addressOf, padron } from '#lib/arca/services.ts';
import {
  askRegister,
  type RegisterCaller,
  type RegisterOutcome,
  type Taxpayer,
} from '#lib/arca/taxpayers-register.ts';
import {
  forgetTicket,
  lastLogin,
  obtainTicket,
  represents,
  type TicketOutcome,
} from '#lib/certificates/access-ticket.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { database } from '#lib/database/client.ts';
import { taxpayers } from '#lib/database/tables/authority.ts';
import { delegateOf } from '#lib/registrations/delegation.ts';
import { clockSkewMs, isYounger } from './age.ts';
import { type Context, reader } from './context.ts';
import { AltaError } from './errors.ts';
import { log } from './log.ts';
import { requirePermission } from './roles.ts';
import { shared } from './shared.ts';
import { dayMs } from './time.ts';

/** As the register had it then. */
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
  /** What was read longer ago is read anew. */
  notOlderThanMs?: number;
  /** Called before the authority is, which what is kept saves: who counts what is asked throws here. */
  onAsk?: () => Promise<void>;
}

/**
 * Whom the authority has under a valid CUIT, as it was read in the last days, or else now. Where the register does
 * not answer, what was read before stands in for it: `readAt` tells. Not to be asked in a transaction.
 * @throws what `onAsk` throws; AltaError `conflict` when the delegate's key is destroyed at that moment.
 */
export async function findTaxpayer(
  ctx: Context,
  cuit: string,
  { now = new Date(), notOlderThanMs, onAsk }: LookupOptions = {},
): Promise<TaxpayerLookup> {
  requirePermission(ctx, 'taxpayers:read');
  const kept = await keptTaxpayer(ctx, cuit);
  if (kept && isFresh(kept, now, notOlderThanMs)) return lookupOf(kept);
  const access = await registerAccess(ctx, now);
  if (access.kind === 'not-authorised') return access;
  const asked = access.kind === 'granted' ? await ask(access, cuit, { now, onAsk }) : access;
  if (asked.kind === 'found' || asked.kind === 'none') {
    const read = { taxpayer: asked.kind === 'found' ? asked.taxpayer : undefined, readAt: now };
    await keepTaxpayer(ctx, cuit, read);
    return lookupOf(read);
  }
  if (asked.kind === 'unavailable' && kept && canStandIn(kept, now)) return lookupOf(kept);
  return asked;
}

const lookupOf = ({ taxpayer, readAt }: Kept): TaxpayerLookup =>
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
  log().warn(outcome, "the taxpayers' register gave no answer");
  switch (outcome.kind) {
    case 'not-represented':
      return { kind: 'not-authorised', reason: 'service' };
    case 'ticket-refused':
      // Not each time: a register that takes no ticket at all would have everybody log in.
      if (!isYounger(ticketAt, pauseMs, now)) await forgetTicket(certificate, padron.id, ticketAt);
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
  /** Nobody is named who asks for the workspace; or theirs does not sign; or may not ask the register. */
  reason: 'no-delegate' | 'certificate' | 'service';
}

interface Unavailable {
  kind: 'unavailable';
  cause: string;
  retryAfterSeconds: number;
}

/** What changes the answer is done in the portal, by a person: so long nobody logs in again to see whether it was. */
const pauseMs = 10 * 60_000;

/** What it takes to ask the register for the workspace: the delegate's certificate, and a ticket that represents them. */
async function registerAccess(ctx: Context, now: Date): Promise<Access> {
  const delegate = await delegateOf(ctx);
  if (!delegate) return { kind: 'not-authorised', reason: 'no-delegate' };
  const { certificate, cuit } = delegate;
  if (!certificate?.notAfter || certificate.notAfter <= now) {
    return { kind: 'not-authorised', reason: 'certificate' };
  }
  const last = await lastLogin(certificate, padron.id);
  if (last && isYounger(last.at, pauseMs, now)) {
    if (last.outcome === 'not-authorised') return { kind: 'not-authorised', reason: 'service' };
    if (last.outcome === 'certificate-refused') return { kind: 'not-authorised', reason: 'certificate' };
  }
  const login = await obtainTicket(certificate, padron.id, { mustRepresent: cuit, pauseMs, now });
  if (login.kind !== 'granted') return withoutTicket(login);
  const { ticket } = login;
  if (represents(ticket, cuit) === 'no') return { kind: 'not-authorised', reason: 'service' };
  return {
    kind: 'granted',
    certificate,
    ticketAt: ticket.generatedAt,
    caller: { ...addressOf(padron, certificate.environment), ticket, cuit },
  };
}

function withoutTicket(login: Exclude<TicketOutcome, { kind: 'granted' }>): NotAuthorised | Unavailable {
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

/** So long what was read is taken as it is. */
const freshDays = 7;
/** Whom nobody has today may be registered tomorrow. */
const nobodyDays = 1;
/** So long it stands in for a register that does not answer. Then it is removed (lib/retention.ts): it is about people. */
export const longestDays = 30;

export interface Kept {
  /** Undefined where nobody has that CUIT. */
  taxpayer: Taxpayer | undefined;
  readAt: Date;
}

export async function keptTaxpayer(ctx: Context, cuit: string): Promise<Kept | undefined> {
  const [row] = await reader(ctx).select().from(taxpayers).where(ofWorkspace(ctx, cuit));
  return row && { taxpayer: row.taxpayer ?? undefined, readAt: row.readAt };
}

export const isFresh = ({ taxpayer, readAt }: Kept, now: Date, mostMs = freshDays * dayMs): boolean =>
  isYounger(readAt, taxpayer ? mostMs : Math.min(mostMs, nobodyDays * dayMs), now);

/** That somebody was there is of use for longer than that nobody was. */
export const canStandIn = ({ taxpayer, readAt }: Kept, now: Date): boolean =>
  taxpayer !== undefined && isYounger(readAt, longestDays * dayMs, now);

/** In place of what was read before it, or is dated ahead: two who ask may write in the other order. */
export async function keepTaxpayer(ctx: Context, cuit: string, { taxpayer, readAt }: Kept): Promise<void> {
  const value = { taxpayer: taxpayer ?? null, readAt };
  const ahead = new Date(Date.now() + clockSkewMs);
  await database()
    .insert(taxpayers)
    .values({ workspaceId: ctx.workspace.id, cuit, ...value })
    .onConflictDoUpdate({
      target: [taxpayers.workspaceId, taxpayers.cuit],
      set: value,
      setWhere: sql`${taxpayers.readAt} <= excluded.read_at or ${gt(taxpayers.readAt, ahead)}`,
    });
}

const ofWorkspace = (ctx: Context, cuit: string) =>
  and(eq(taxpayers.workspaceId, ctx.workspace.id), eq(taxpayers.cuit, cuit));

/**
 * The same for who can not go on without it.
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
      return new AltaError('not-found', 'Nobody has this CUIT.', { code: 'taxpayer-unknown' });
    case 'unavailable':
      return new AltaError('unavailable', 'The authority does not answer.', {
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
      'Nobody asks the register for this workspace: name a registered supplier as its delegate.',
      { code: 'no-delegate' },
    ),
  certificate: () =>
    new AltaError('conflict', 'The certificate of the delegate does not sign: renew its registration.', {
      code: 'not-registered',
    }),
  service: () =>
    new AltaError('conflict', `The certificate of the delegate is not authorized for ${padron.id}.`, {
      code: 'delegate-not-authorised',
    }),
};

/** So long somebody waits who can go on without it. */
const patienceMs = 3_000;
/** Then nobody does for a while: each of many would wait as long. */
const restMs = 60_000;

/**
 * Whom the authority has under a CUIT, for who goes on without it where that is not to be found out soon: within a few
 * seconds, and never as an exception. What was read before stands in.
 */
export async function taxpayerInPassing(
  ctx: Context,
  cuit: string,
  options: Pick<LookupOptions, 'now' | 'notOlderThanMs'> = {},
): Promise<KnownTaxpayer | undefined> {
  try {
    const lookup = isResting(ctx) ? undefined : await lookUpSoon(ctx, cuit, options);
    if (lookup) return lookup.kind === 'found' ? lookup.taxpayer : undefined;
    return await standIn(ctx, cuit, options.now ?? new Date());
  } catch (error) {
    log().error({ err: error }, "the taxpayers' register was not asked");
    return undefined;
  }
}

/** A status changes from one day to the next: nobody is refused for what was read longer ago. */
const refusableMs = 3_600_000;

/** The same as it was read within the hour, by which somebody may be refused; undefined where that is not to be had. */
export async function taxpayerReadLately(
  ctx: Context,
  cuit: string,
  now: Date,
): Promise<KnownTaxpayer | undefined> {
  const taxpayer = await taxpayerInPassing(ctx, cuit, { now, notOlderThanMs: refusableMs });
  return taxpayer && isYounger(taxpayer.readAt, refusableMs, now) ? taxpayer : undefined;
}

async function lookUpSoon(
  ctx: Context,
  cuit: string,
  options: LookupOptions,
): Promise<TaxpayerLookup | undefined> {
  const late = new AbortController();
  const lookup = await Promise.race([
    patientLookup(ctx, cuit, options),
    wait(patienceMs, undefined, { signal: late.signal }),
  ]).finally(() => late.abort());
  if (!lookup || lookup.kind === 'unavailable') resting().set(ctx.workspace.id, Date.now() + restMs);
  if (!lookup) log().warn({ afterMs: patienceMs }, "the taxpayers' register was not waited for");
  return lookup;
}

/** Somebody else who is logging in is soon done. What comes too late is kept, and ends the rest. */
async function patientLookup(ctx: Context, cuit: string, options: LookupOptions): Promise<TaxpayerLookup> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const lookup = await findTaxpayer(ctx, cuit, options);
    const isBusy = lookup.kind === 'unavailable' && lookup.cause === 'busy';
    if (lookup.kind === 'found' || lookup.kind === 'none') resting().delete(ctx.workspace.id);
    if (!isBusy || lookup.retryAfterSeconds * 1_000 > patienceMs || Date.now() > until) return lookup;
    await wait(250);
  }
}

async function standIn(ctx: Context, cuit: string, now: Date): Promise<KnownTaxpayer | undefined> {
  const kept = await keptTaxpayer(ctx, cuit);
  if (!kept?.taxpayer || !canStandIn(kept, now)) return undefined;
  return { ...kept.taxpayer, readAt: kept.readAt };
}

/** By workspace: each has its own delegate, and its own way to the register. */
const resting = () => shared('taxpayers.resting', () => new Map<string, number>());
const isResting = ({ workspace }: Context): boolean => (resting().get(workspace.id) ?? 0) > Date.now();
