import Big from 'big.js';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import type { ExportRequest } from '#lib/documents/invoice/export-request.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';

/** Calls that every invoicing service of the authority offers (lib/arca/services.ts). */
export interface InvoicingCalls {
  /**
   * Builds the request for a complete document, without its number.
   * @param entryId id of the document's entry
   */
  requestOf(invoice: Invoice, entryId: string): InvoiceRequest;
  /** Converts a request for comparison with a voucher (`isSameSale`). */
  saleOf(request: InvoiceRequest): Sale;
  readLastNumber(caller: ServiceCaller, series: Series): Promise<LastNumberOutcome>;
  readLotLimit(caller: ServiceCaller): Promise<LotLimitOutcome>;
  /** @param firstNumber last number of the series plus 1 */
  requestAuthorisation(
    caller: ServiceCaller,
    requests: readonly InvoiceRequest[],
    firstNumber: number,
  ): Promise<LotOutcome>;
  findInvoice(caller: ServiceCaller, numbered: Series & { number: number }): Promise<FindInvoiceOutcome>;
  /** Lists the company's points of sale for this service. */
  listPointsOfSale(caller: ServiceCaller): Promise<PointsOfSaleOutcome>;
}

/** Request with the service's field names, stored until it is sent: WSFE's or WSFEX's. */
export type InvoiceRequest = AuthorityAmounts | ExportRequest;

export interface ServiceCaller {
  endpoint: string;
  ticket: { token: string; sign: string };
  /** CUIT of the represented company, eleven digits. */
  cuit: string;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type ServiceRefusal =
  | { kind: 'cuit-not-represented'; message: string }
  /** The service does not accept this ticket (other environment, other service, expired): log in again. */
  | { kind: 'ticket-refused'; message: string }
  | { kind: 'refused'; code: number; message: string }
  /** The request is malformed: a bug in Alta. */
  | { kind: 'defect'; code: string; message: string }
  | {
      kind: 'unavailable';
      cause: string;
      detail: string;
      /** The authority may have carried out the request: query before sending it again. */
      outcomeUnknown: boolean;
      retryAfterSeconds: number;
    };

/** An error, observation or reason, in the authority's words. */
export interface AuthorityMessage {
  code: number;
  message: string;
}

/** A gapless number series: one issuer, one document type, one point of sale. */
export interface Series {
  pointOfSale: number;
  documentType: number;
}

export interface PointOfSale {
  /** Service that lists it. Documents of other services cannot use it. */
  service: InvoicingServiceId;
  number: number;
  /** The authority's name of the issuing system, such as `CAE - Monotributo`. */
  system: string;
  blocked: boolean;
  /** ISO date. */
  closedOn?: string | undefined;
  usable: boolean;
}

export type PointsOfSaleOutcome = { kind: 'listed'; pointsOfSale: PointOfSale[] } | ServiceRefusal;

export type LastNumberOutcome = { kind: 'last'; number: number } | ServiceRefusal;

export type LotLimitOutcome = { kind: 'limit'; vouchers: number } | ServiceRefusal;

export interface Authorised {
  cae: string;
  caeExpiry: string;
  observations: AuthorityMessage[];
  /** Pesos per unit of the currency, as a decimal. Only from a query: FECAESolicitar does not return it. */
  exchangeRate?: string;
}

export type LotOutcome =
  /**
   * `authorised` holds the first vouchers of the lot, in its order. With `reasons`, the next voucher was
   * rejected and the rest were not processed; their numbers are still free.
   */
  | { kind: 'judged'; authorised: Authorised[]; reasons?: AuthorityMessage[] }
  /** The whole lot was rejected for a shared reason: the issuer, the point of sale or the document type. */
  | { kind: 'rejected'; reasons: AuthorityMessage[] }
  /** Only WSFEX: an earlier request for the same invoice was authorized, under another number. */
  | { kind: 'authorised-before'; number: number }
  | ServiceRefusal;

export const isCae = (text: string): boolean => /^\d{14}$/.test(text);

/** Converts `yyyymmdd` to an ISO date; undefined for anything else, such as the literal `NULL`. */
export function isoDate(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return year && `${year}-${month}-${day}`;
}

/** A voucher as the authority returns it. Amounts have no fixed format: `121`, `121.0` or `121.00`. */
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
  /** ISO instant at which the authority issued the CAE; in exports, the end of that day. */
  processedAt: string;
  /** Country of destination of an export. */
  destination?: number | undefined;
  /** Foreign tax id in an export, letters and digits only. */
  receiverTaxId?: string | undefined;
  /** Id of the request of an export. */
  requestId?: number | undefined;
  observations: AuthorityMessage[];
}

export type FindInvoiceOutcome =
  | { kind: 'found'; invoice: FoundInvoice }
  | { kind: 'missing' }
  | ServiceRefusal;

/** The fields by which a request and a voucher are recognized as the same sale. */
export type Sale = Omit<
  FoundInvoice,
  'number' | 'date' | 'exchangeRate' | 'cae' | 'caeExpiry' | 'processedAt' | 'observations'
> & {
  date: string | undefined;
  /** Absent from a request that uses the authority's rate, and from some of the authority's answers. */
  exchangeRate?: string | undefined;
};

const sameKeys = [
  'pointOfSale',
  'documentType',
  'concept',
  'receiverDocumentType',
  'date',
  'currency',
  'destination',
  'receiverTaxId',
] as const;
/** The keys of two requests with Ids. A tax id is a text. */
const requestKeys = [...sameKeys.filter((key) => key !== 'receiverTaxId'), 'requestId'] as const;
const sameNumbers = [
  'receiverDocumentNumber',
  'total',
  'net',
  'outsideScope',
  'exempt',
  'otherTaxes',
  'vat',
] as const;

/**
 * True if both are the same sale, to the cent. Compares every field: a false match would assign another invoice's
 * CAE, and a missed match would issue the same sale twice. Of two exports with Ids, those decide beside the amounts:
 * equal sales have different Ids, and texts of one request may come back changed (docs/authority.md#export-repetition).
 */
export const isSameSale = (one: Sale, other: Sale): boolean => {
  const keys = haveIds(one, other) ? requestKeys : sameKeys;
  return (
    keys.every((key) => one[key] === other[key]) &&
    sameNumbers.every((key) => isSameNumber(one[key], other[key])) &&
    (!one.exchangeRate || !other.exchangeRate || isSameNumber(one.exchangeRate, other.exchangeRate))
  );
};

/** True if both are one request to WSFEX, by its Id. */
export const isSameRequest = (one: Sale, other: Sale): boolean =>
  haveIds(one, other) && isSameSale(one, other);

const haveIds = (one: Sale, other: Sale) => one.requestId !== undefined && other.requestId !== undefined;

const decimal = /^\d+(\.\d+)?$/;

/** True if both are the same amount: the authority's have no fixed format. */
export const isSameNumber = (one: string, other: string): boolean =>
  decimal.test(one) && decimal.test(other) && new Big(one).eq(other);
