import { setTimeout as wait } from 'node:timers/promises';
import Big from 'big.js';
import { isRecent } from '#lib/age.ts';
import type { ServiceCaller } from '#lib/arca/invoicing.ts';
import { addressOf, wsfecred } from '#lib/arca/services.ts';
import { readObligation } from '#lib/arca/wsfecred.ts';
import { obtainOptionalTicket } from '#lib/certificates/access-ticket.ts';
import type { Context } from '#lib/context.ts';
import { isValidCuit } from '#lib/documents/cuit.ts';
import { isCountryCuit } from '#lib/documents/invoice/countries.ts';
import { ordinaryInvoiceTypes } from '#lib/documents/invoice/credit-invoice.ts';
import { pesosForOne } from '#lib/documents/invoice/currencies.ts';
import { uncategorised } from '#lib/documents/invoice/customer.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import { creditInvoiceThreshold } from '#lib/documents/invoice/identification.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { env } from '#lib/env.ts';
import type { StoredFault } from '#lib/faults.ts';
import { log } from '#lib/log.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import { delegateOf } from '#lib/registrations/delegation.ts';
import { dayMs } from '#lib/time.ts';
import { govArFault, type Issuer } from './issuer.ts';

/** Code for an ordinary invoice where a credit invoice (FCE) is required, and the `allow` argument to send it anyway. */
export const needsCreditInvoice = 'ARCA-10192';

/** Longest time that an invoice waits for the registry. */
const patienceMs = 3_000;
/** After a failure or timeout, the registry is skipped for this long. */
const outagePauseMs = 60_000;

/**
 * Fault if the registry of credit invoices says that the customer must receive one for this amount; the authority
 * would refuse the invoice with 10192. Undefined without an authorization for the registry, and if it does not answer
 * within a few seconds. Never throws.
 */
export async function creditInvoiceFault(
  ctx: Context,
  issuer: Issuer,
  invoice: Invoice,
  now: Date,
): Promise<StoredFault | undefined> {
  const sale = saleToCheck(invoice);
  if (!sale || isPaused(ctx)) return undefined;
  const late = new AbortController();
  const answer = await Promise.race([
    requiredFrom(ctx, issuer, sale, now).then((from) => ({ from })),
    wait(patienceMs, undefined, { signal: late.signal }),
  ])
    .catch((error: unknown) => {
      log().error({ err: error }, 'the registry of credit invoices was not queried');
      return { from: undefined };
    })
    .finally(() => late.abort());
  if (!answer) {
    log().warn({ afterMs: patienceMs }, 'the registry of credit invoices did not respond in time');
    pause(ctx);
  }
  if (!answer?.from) return undefined;
  const params = { why: 'registry', least: Number(answer.from), cuit: sale.customer };
  return govArFault({ code: needsCreditInvoice, params }, '$.$tags');
}

interface CheckedSale {
  /** CUIT. */
  customer: string;
  /** ISO date. */
  date: string;
  pesos: Big;
  /** Lowest amount from which a credit invoice may be required. */
  threshold: string;
}

/** Undefined for sales that never need a credit invoice, and for those in a currency whose rate is not known yet. */
function saleToCheck(invoice: Invoice): CheckedSale | undefined {
  const { customer, issue_date: date, tax, totals } = invoice;
  const cuit = customer?.tax_id?.country === 'AR' ? customer.tax_id.code : '';
  if (!isValidCuit(cuit) || cuit === uncategorised || isCountryCuit(cuit)) return undefined;
  if (!ordinaryInvoiceTypes.includes(tax?.ext?.[documentTypeExtension] ?? '')) return undefined;
  const rate = pesosForOne(invoice);
  const threshold = creditInvoiceThreshold(date, env().ARCA_FCE_FROM)?.pesos;
  if (rate === undefined || threshold === undefined) return undefined;
  const pesos = new Big(totals.payable).times(rate);
  return pesos.lt(threshold) ? undefined : { customer: cuit, date, pesos, threshold };
}

/** Amount from which the sale needs a credit invoice, if it reaches that amount. */
async function requiredFrom(
  ctx: Context,
  issuer: Issuer,
  { customer, date, pesos, threshold }: CheckedSale,
  now: Date,
): Promise<string | undefined> {
  const about = (cuit: string) => obligationOf(ctx, issuer, { cuit, date }, now);
  const obligation = await about(customer);
  const from = obligation?.from ?? threshold;
  if (!obligation?.isObliged || pesos.lt(from)) return undefined;
  // A company that must receive credit invoices is large, not a MiPyME, and so issues ordinary ones.
  const ofIssuer = await about(issuer.cuit);
  return ofIssuer?.isObliged === false ? from : undefined;
}

interface Obligation {
  isObliged: boolean;
  from?: string | undefined;
  readAt: Date;
}

/** Answers of the last day. In memory, because only large invoices need them. */
const obligations = () => oncePerProcess('credit-registry.obligations', () => new Map<string, Obligation>());
const maxObligations = 10_000;

/** Undefined if the registry is not authorized or does not answer. */
async function obligationOf(
  ctx: Context,
  issuer: Issuer,
  about: { cuit: string; date: string },
  now: Date,
): Promise<Obligation | undefined> {
  const key = `${ctx.workspace.id}/${about.cuit}/${about.date}`;
  const stored = obligations().get(key);
  if (stored && isRecent(stored.readAt, dayMs, now)) return stored;
  const caller = (await registryCaller(issuer, now)) ?? (await delegateCaller(ctx, now));
  if (!caller) return undefined;
  const outcome = await readObligation(caller, about);
  if (outcome.kind === 'failed') {
    log().warn(outcome, 'the registry of credit invoices did not respond');
    pause(ctx);
    return undefined;
  }
  const obligation = { isObliged: outcome.isObliged, from: outcome.from, readAt: now };
  if (obligations().size >= maxObligations) obligations().clear();
  obligations().set(key, obligation);
  return obligation;
}

/** Caller of the registry in the name of a company; undefined without its authorization, or without a ticket now. */
export async function registryCaller(
  { certificate, cuit }: Pick<Issuer, 'certificate' | 'cuit'>,
  now: Date,
): Promise<ServiceCaller | undefined> {
  const login = await obtainOptionalTicket(certificate, wsfecred.id, cuit, now);
  if (login.kind !== 'granted') return undefined;
  return { ...addressOf(wsfecred, certificate.environment), ticket: login.ticket, cuit };
}

/** The delegate may ask whether any company is obliged, as anybody may who is authorized for the registry. */
async function delegateCaller(ctx: Context, now: Date): Promise<ServiceCaller | undefined> {
  const delegate = await delegateOf(ctx);
  const { certificate, cuit = '' } = delegate ?? {};
  if (!certificate?.notAfter || certificate.notAfter <= now) return undefined;
  return registryCaller({ certificate, cuit }, now);
}

/** End of the pause, by workspace. */
const pausedUntil = () => oncePerProcess('credit-registry.paused', () => new Map<string, number>());
const isPaused = ({ workspace }: Context): boolean => (pausedUntil().get(workspace.id) ?? 0) > Date.now();

function pause({ workspace }: Context): void {
  pausedUntil().set(workspace.id, Date.now() + outagePauseMs);
}
