import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';

/**
 * What Alta asks of a service of the authority that authorises documents, whatever its class. Each such service
 * (lib/arca/services.ts) has these calls.
 */
export interface InvoicingCalls {
  /** The request for a document that was built, all but its number. */
  requestOf(invoice: Invoice): InvoiceRequest;
  readLastNumber(caller: ServiceCaller, series: Series): Promise<LastNumberOutcome>;
  readLotLimit(caller: ServiceCaller): Promise<LotLimitOutcome>;
  /** @param firstNumber the last one of the series plus 1 */
  requestAuthorisation(
    caller: ServiceCaller,
    requests: readonly InvoiceRequest[],
    firstNumber: number,
  ): Promise<LotOutcome>;
  findInvoice(caller: ServiceCaller, numbered: Series & { number: number }): Promise<FindInvoiceOutcome>;
  /** Whether a voucher of the authority is what `request` asked for. */
  isSameInvoice(found: FoundInvoice, request: InvoiceRequest): boolean;
  /** Whether a voucher of one of two requests could be taken for the other's. */
  isSameRequest(one: InvoiceRequest, other: InvoiceRequest): boolean;
}

/** A request as it is stored until it is sent, in the service's own terms. */
export type InvoiceRequest = AuthorityAmounts;

export interface ServiceCaller {
  endpoint: string;
  ticket: { token: string; sign: string };
  /** The represented company's, eleven digits. */
  cuit: string;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type ServiceRefusal =
  | { kind: 'cuit-not-represented'; message: string }
  /** The ticket is no good here (other environment, other service, expired): log in again. */
  | { kind: 'ticket-refused'; message: string }
  | { kind: 'refused'; code: number; message: string }
  /** The request itself was wrong: ours to fix. */
  | { kind: 'defect'; code: string; message: string }
  | {
      kind: 'unavailable';
      cause: string;
      detail: string;
      /** What was asked for may have been done: query before sending it again. */
      outcomeUnknown: boolean;
      retryAfterSeconds: number;
    };

/** An error, an observation or a reason, in the authority's words. */
export interface AuthorityMessage {
  code: number;
  message: string;
}

/** A gapless number series: one issuer, one document type, one point of sale. */
export interface Series {
  pointOfSale: number;
  documentType: number;
}

export type LastNumberOutcome = { kind: 'last'; number: number } | ServiceRefusal;

export type LotLimitOutcome = { kind: 'limit'; vouchers: number } | ServiceRefusal;

/** `cae` has 14 digits, `caeExpiry` is an ISO date. */
export interface Authorised {
  cae: string;
  caeExpiry: string;
  observations: AuthorityMessage[];
  /** Pesos for one unit, as a decimal: only of what was looked up, since FECAESolicitar does not answer it. */
  exchangeRate?: string;
}

export type LotOutcome =
  /**
   * `authorised` are the first of the lot, in its order. With `reasons` the one after them was rejected; those behind
   * it were not looked at. Their numbers are still free.
   */
  | { kind: 'judged'; authorised: Authorised[]; reasons?: AuthorityMessage[] }
  /** None of them, for something that they share: the issuer, the point of sale, the type. */
  | { kind: 'rejected'; reasons: AuthorityMessage[] }
  | ServiceRefusal;

/** "The number or date is not the next to be authorized." */
export const notTheNext = 10_016;

/** A voucher as the authority has it. Amounts are text as it writes them: `121`, `121.0` or `121.00`. */
export interface FoundInvoice extends Series {
  number: number;
  concept: number;
  receiverDocumentType: number;
  receiverDocumentNumber: string;
  /** ISO date. */
  date: string;
  total: string;
  net: string;
  outsideScope: string;
  exempt: string;
  otherTaxes: string;
  vat: string;
  currency: string;
  exchangeRate: string;
  cae: string;
  /** ISO date. */
  caeExpiry: string;
  /** When the authority gave the CAE: ISO instant. */
  processedAt: string;
  observations: AuthorityMessage[];
}

export type FindInvoiceOutcome =
  | { kind: 'found'; invoice: FoundInvoice }
  | { kind: 'missing' }
  | ServiceRefusal;
