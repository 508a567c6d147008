import { isYounger } from '#lib/age.ts';
import type { Taxpayer } from '#lib/arca/taxpayer.ts';
import { askRegister, type RegisterOutcome } from '#lib/arca/taxpayers-register.ts';
import { forgetTicket } from '#lib/certificates/access-ticket.ts';
import type { Context } from '#lib/context.ts';
import { log } from '#lib/log.ts';
import { requirePermission } from '#lib/roles.ts';
import {
  type Access,
  type NotAuthorised,
  pauseMs,
  registerAccess,
  registerService,
  type Unavailable,
} from './access.ts';
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
