/**
 * Document classes (letters) and types (the authority's codes). Everything that depends on a letter, a kind
 * or the authorizing service is looked up here: a new class is a row in `documentClasses`, with its types
 * below.
 */

export const letters = ['A', 'B', 'C', 'E'] as const;
export type Letter = (typeof letters)[number];
export const invoiceTypes = ['standard', 'credit-note', 'debit-note'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

/**
 * VAT status of an issuer; determines the classes it may issue (docs/authority.md#vat-status-of-the-issuer).
 */
export type IssuerStatus = 'registered' | 'monotributo' | 'exempt';

/** Responsable inscripto and the three kinds of monotributo. */
const classAStatuses = ['1', '6', '13', '16'];
const otherStatuses = ['4', '5', '7', '8', '9', '10', '15'];
/**
 * Values of CondicionIVAReceptorId (docs/authority.md#vat-status-of-the-customer). 8 and 9: suppliers and
 * customers abroad.
 */
export const vatStatuses: readonly string[] = [...classAStatuses, ...otherStatuses];

/** The authority's invoicing services: `wsfe` for classes A, B and C, `wsfex` for exports (class E). */
export const invoicingServiceIds = ['wsfe', 'wsfex'] as const;
export type InvoicingServiceId = (typeof invoicingServiceIds)[number];

/** GOBL tag of an export. */
export const exportTag = 'export';

export interface DocumentClass {
  /** Web service that authorizes it: a key of `invoicingServices` (lib/arca/services.ts). */
  service: InvoicingServiceId;
  /** Issuers that may issue it (10000). The first is assumed in the PDF if the document states none. */
  issuers: readonly [IssuerStatus, ...IssuerStatus[]];
  /** GOBL tag that requests this class. */
  tag?: 'monotax' | typeof exportTag;
  /** Set if the statuses of issuer and receiver never imply the class: only its tag or its type requests it. */
  isOnRequest?: true;
  receiver: {
    /** VAT statuses it may be issued to, and the GOBL rule broken by others; exports have rules of their own. */
    statuses: readonly string[];
    statusRule?: '13' | '14';
    /** Whether the customer may be absent or only named, as in sales over the counter. */
    isOptional: boolean;
    /** What identifies a customer: a CUIT only (10013), any document known to the authority, or the country. */
    identifiedBy: 'cuit' | 'any' | 'country';
    /** Whether a customer without a VAT category pays a perception of VAT (10067, 10283). */
    paysPerception: boolean;
  };
  /** Whether lines carry VAT. Without VAT the whole sale is ImpNeto (10071). */
  hasVat: boolean;
  /** GOBL's VAT key that lines may have in a class without VAT. */
  vatKey?: 'export';
  paper: {
    /** How the totals show VAT: one line per rate, one line, or none. */
    vat: 'by-rate' | 'in-one-line' | 'none';
    /** Whether there is a box with the taxes contained in the price (Ley 27.743, RG 5614/2024). */
    hasTransparencyBox: boolean;
    /** VAT statuses of receivers whose invoice states how they may use its VAT (RG 5003/2021). */
    simplifiedRegimeLegendFor: readonly string[];
  };
}

export const documentClasses: Readonly<Record<Letter, DocumentClass>> = {
  A: {
    service: 'wsfe',
    issuers: ['registered'],
    receiver: {
      statuses: classAStatuses,
      statusRule: '13',
      isOptional: false,
      identifiedBy: 'cuit',
      paysPerception: false,
    },
    hasVat: true,
    paper: { vat: 'by-rate', hasTransparencyBox: false, simplifiedRegimeLegendFor: ['6', '13', '16'] },
  },
  B: {
    service: 'wsfe',
    issuers: ['registered'],
    receiver: {
      statuses: otherStatuses,
      statusRule: '14',
      isOptional: true,
      identifiedBy: 'any',
      paysPerception: true,
    },
    hasVat: true,
    paper: { vat: 'in-one-line', hasTransparencyBox: true, simplifiedRegimeLegendFor: [] },
  },
  C: {
    service: 'wsfe',
    issuers: ['monotributo', 'exempt'],
    tag: 'monotax',
    receiver: {
      statuses: vatStatuses,
      statusRule: '14',
      isOptional: true,
      identifiedBy: 'any',
      paysPerception: false,
    },
    hasVat: false,
    paper: { vat: 'none', hasTransparencyBox: false, simplifiedRegimeLegendFor: [] },
  },
  E: {
    service: 'wsfex',
    issuers: ['registered', 'monotributo', 'exempt'],
    tag: exportTag,
    isOnRequest: true,
    receiver: {
      statuses: ['8', '9'],
      isOptional: false,
      identifiedBy: 'country',
      paysPerception: false,
    },
    hasVat: false,
    vatKey: 'export',
    paper: { vat: 'none', hasTransparencyBox: false, simplifiedRegimeLegendFor: [] },
  },
};

export const mayIssue = (status: IssuerStatus, letter: Letter): boolean =>
  documentClasses[letter].issuers.includes(status);

/** Classes that an issuer uses unless a document requests another. */
export const lettersOf = (status: IssuerStatus): Letter[] =>
  letters.filter((letter) => mayIssue(status, letter) && !documentClasses[letter].isOnRequest);

/** Class used by an issuer for a receiver's VAT status; its last class for an unknown status. */
export function letterFor(issuer: IssuerStatus, receiverStatus: string): Letter {
  const issuable = lettersOf(issuer);
  const found = issuable.find((letter) => documentClasses[letter].receiver.statuses.includes(receiverStatus));
  return found ?? issuable.at(-1) ?? 'B';
}

/** Class requested by a document's tags. An export of a monotributo may have both tags; it is of class E. */
export const letterOfTags = (tags: readonly unknown[] = []): Letter | undefined =>
  letters.findLast((letter) => tags.some((tag) => tag === documentClasses[letter].tag));

export const isClassAStatus = (status: string): boolean => classAStatuses.includes(status);

export interface DocumentType {
  /** Code of the authority (FEParamGetTiposCbte). */
  code: string;
  letter: Letter;
  type: InvoiceType;
  /** Set for receipts and cash sales notes, which follow the rules of invoices. */
  form?: 'receipt' | 'cash-sale';
  /** Set for the electronic credit invoices of MiPyMEs (FCE, Ley 27.440) and their notes: credit-invoice.ts. */
  isCreditInvoice?: true;
  /** Prints "Operation subject to withholding"; class M until December 2025 (docs/authority.md#document-types). */
  hasWithholdingLegend?: boolean;
  /** Types that a note of this class may correct (10040). */
  corrects: readonly string[];
}

const correctsA = ['1', '2', '3', '4', '5', '34', '39', '60', '63'];
const correctsB = ['6', '7', '8', '9', '10', '35', '40', '61', '64'];
const correctsC = ['11', '12', '13', '15'];
const correctsWithLegend = ['51', '52', '53', '54'];
const correctsE = ['19', '20', '21'];
const withLegend = { letter: 'A', hasWithholdingLegend: true, corrects: correctsWithLegend } as const;
const creditInvoiceA = { letter: 'A', isCreditInvoice: true, corrects: ['201', '202', '203'] } as const;
const creditInvoiceB = { letter: 'B', isCreditInvoice: true, corrects: ['206', '207', '208'] } as const;
const creditInvoiceC = { letter: 'C', isCreditInvoice: true, corrects: ['211', '212', '213'] } as const;

const documentTypes: readonly DocumentType[] = [
  { code: '1', letter: 'A', type: 'standard', corrects: correctsA },
  { code: '2', letter: 'A', type: 'debit-note', corrects: correctsA },
  { code: '3', letter: 'A', type: 'credit-note', corrects: correctsA },
  { code: '4', letter: 'A', type: 'standard', form: 'receipt', corrects: correctsA },
  { code: '5', letter: 'A', type: 'standard', form: 'cash-sale', corrects: correctsA },
  { code: '6', letter: 'B', type: 'standard', corrects: correctsB },
  { code: '7', letter: 'B', type: 'debit-note', corrects: correctsB },
  { code: '8', letter: 'B', type: 'credit-note', corrects: correctsB },
  { code: '9', letter: 'B', type: 'standard', form: 'receipt', corrects: correctsB },
  { code: '10', letter: 'B', type: 'standard', form: 'cash-sale', corrects: correctsB },
  { code: '11', letter: 'C', type: 'standard', corrects: correctsC },
  { code: '12', letter: 'C', type: 'debit-note', corrects: correctsC },
  { code: '13', letter: 'C', type: 'credit-note', corrects: correctsC },
  { code: '15', letter: 'C', type: 'standard', form: 'receipt', corrects: correctsC },
  { code: '19', letter: 'E', type: 'standard', corrects: correctsE },
  { code: '20', letter: 'E', type: 'debit-note', corrects: correctsE },
  { code: '21', letter: 'E', type: 'credit-note', corrects: correctsE },
  { code: '51', type: 'standard', ...withLegend },
  { code: '52', type: 'debit-note', ...withLegend },
  { code: '53', type: 'credit-note', ...withLegend },
  { code: '54', type: 'standard', form: 'receipt', ...withLegend },
  { code: '201', type: 'standard', ...creditInvoiceA },
  { code: '202', type: 'debit-note', ...creditInvoiceA },
  { code: '203', type: 'credit-note', ...creditInvoiceA },
  { code: '206', type: 'standard', ...creditInvoiceB },
  { code: '207', type: 'debit-note', ...creditInvoiceB },
  { code: '208', type: 'credit-note', ...creditInvoiceB },
  { code: '211', type: 'standard', ...creditInvoiceC },
  { code: '212', type: 'debit-note', ...creditInvoiceC },
  { code: '213', type: 'credit-note', ...creditInvoiceC },
];

const byCode = new Map(documentTypes.map((type) => [type.code, type]));

export const documentType = (code: string): DocumentType | undefined => byCode.get(code);

/** Whether documents of this type are exports, authorized by WSFEX. */
export const isExport = ({ letter }: Pick<DocumentType, 'letter'>): boolean =>
  documentClasses[letter].service === 'wsfex';

/** Key of the type's name in messages: `receipt`, `cash-sale`, its kind, or `fce-` and its kind. */
export const nameOfType = ({ form, type, isCreditInvoice }: DocumentType) =>
  isCreditInvoice ? (`fce-${type}` as const) : (form ?? type);

/** Codes of the types of a class, of a kind, or of a kind in a class; undefined if neither is given. */
export function documentTypesOf(
  letter: Letter | undefined,
  type: InvoiceType | undefined,
): string[] | undefined {
  if (!letter && !type) return undefined;
  return documentTypes.flatMap((each) =>
    each.letter === (letter ?? each.letter) && each.type === (type ?? each.type) ? each.code : [],
  );
}

/** Default type of a document: 1, 2, 3, 6, 7, 8, 11, 12, 13, 19, 20 or 21; of a credit invoice (FCE), 201 to 213. */
export function usualDocumentType(
  letter: Letter,
  type: InvoiceType,
  { isCreditInvoice = false }: { isCreditInvoice?: boolean } = {},
): DocumentType {
  const found = documentTypes.find(
    (candidate) =>
      candidate.letter === letter &&
      candidate.type === type &&
      (candidate.isCreditInvoice ?? false) === isCreditInvoice,
  );
  if (!found) throw new Error(`no document type for ${letter} ${type}`);
  return found;
}

/** Type of the note that corrects a document of this type, in the same class. */
export const noteTypeFor = (
  corrected: string,
  type: 'credit-note' | 'debit-note',
): DocumentType | undefined =>
  documentTypes.find((candidate) => candidate.type === type && candidate.corrects.includes(corrected));

const reasons: readonly [codes: readonly string[], reason: string][] = [
  [['49'], 'is a purchase of used goods, in which supplier and customer swap roles; Alta does not issue it'],
  [
    ['195', '196', '197'],
    'is a tourism invoice, which is authorized by another service of the authority (WSCT); Alta does not issue it',
  ],
  [
    ['34', '35', '39', '40', '60', '61', '63', '64'],
    'is a settlement or another special type, which Alta does not issue',
  ],
];

/** Reason why Alta does not issue a document type, worded to follow the field's name. */
export const unsupportedTypeReason = (code: string): string =>
  reasons.find(([codes]) => codes.includes(code))?.[1] ?? 'is not a document type of the authority';
