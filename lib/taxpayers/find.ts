import { isYounger } from '#lib/age.ts';
import { authorityOf } from '#lib/arca/authority.ts';
import type { Taxpayer } from '#lib/arca/taxpayer.ts';
import { askRegister, type RegisterCaller, type RegisterOutcome } from '#lib/arca/taxpayers-register.ts';
import {
  forgetTicket,
  lastLogin,
  obtainTicket,
  represents,
  type TicketOutcome,
} from '#lib/certificates/access-ticket.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { log } from '#lib/log.ts';
import { requirePermission } from '#lib/roles.ts';
import { type DelegateService, delegateOf } from '../registrations/delegation/delegate.ts';
import { canStandIn, isFresh, type Kept, keepTaxpayer, keptTaxpayer } from './kept.ts';

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
      if (!isYounger(ticketAt, pauseMs, now)) await forgetTicket(certificate, registerService, ticketAt);
      return { kind: 'unavailable', cause: outcome.kind, retryAfterSeconds: outageSeconds };
    case 'unavailable':
      return { kind: 'unavailable', cause: outcome.cause, retryAfterSeconds: outageSeconds };
  }
}

const outageSeconds = 60;

/** What a ticket for the register is asked for. */
const registerService: DelegateService = 'ws_sr_constancia_inscripcion';

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
  const last = await lastLogin(certificate, registerService);
  if (last && isYounger(last.at, pauseMs, now)) {
    if (last.outcome === 'not-authorised') return { kind: 'not-authorised', reason: 'service' };
    if (last.outcome === 'certificate-refused') return { kind: 'not-authorised', reason: 'certificate' };
  }
  const login = await obtainTicket(certificate, registerService, { mustRepresent: cuit, pauseMs, now });
  if (login.kind !== 'granted') return withoutTicket(login);
  const { ticket } = login;
  if (represents(ticket, cuit) === 'no') return { kind: 'not-authorised', reason: 'service' };
  const { padron: endpoint, timeoutMs } = authorityOf(certificate.environment);
  return {
    kind: 'granted',
    certificate,
    ticketAt: ticket.generatedAt,
    caller: { endpoint, timeoutMs, ticket, cuit },
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
