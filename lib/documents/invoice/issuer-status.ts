import { z } from 'zod';
import { isValidCuit, normaliseCuit } from '../cuit.ts';
import type { Document } from '../envelope.ts';
import { isObject, itemsOf } from '../json.ts';
import type { Party } from '../party.ts';
import { givenCode, isAssumed, markOf, withCode } from './assumed-codes.ts';
import {
  assumedVatStatus,
  type Customer,
  codeOfStatus,
  vatStatusExtension,
  withoutStaleMarks,
} from './customer.ts';
import {
  documentClasses,
  documentType,
  exportTag,
  type IssuerStatus,
  type Letter,
  letterOfTags,
  mayIssue,
} from './document-types.ts';
import { documentTypeExtension } from './extensions.ts';
import { InvoiceShape } from './schema.ts';

/** Status assumed for an issuer without a known status. It is not written into documents. */
export const usualStatus: IssuerStatus = 'registered';

/** Issuer status by VAT status code. For other codes it is not known which classes the issuer may issue. */
const statusOfCode: Readonly<Record<string, IssuerStatus>> = {
  '1': 'registered',
  '4': 'exempt',
  '6': 'monotributo',
  '13': 'monotributo',
  '16': 'monotributo',
};

export const issuerStatusIn = ({ ext }: Pick<Party, 'ext'>): IssuerStatus | undefined =>
  statusOfCode[ext?.[vatStatusExtension] ?? ''];

/** Reads from a point of sale's description, such as `CAE - Monotributo`, which issuer status it is meant for. */
export function statusOfPointOfSale(description: string): IssuerStatus | undefined {
  if (/monotributo/i.test(description)) return 'monotributo';
  if (/exento/i.test(description)) return 'exempt';
  return /\bR\.?I\b/i.test(description) ? 'registered' : undefined;
}

/** Issuer and point of sale of a document, used to look up the issuer's status. */
export interface IssuerKey {
  cuit: string;
  pointOfSale?: number | undefined;
}

/** Issuer read from a document as sent, which may have faults elsewhere. */
interface SentIssuer extends IssuerKey {
  /** Class stated by the document: by its tag, its type, or the document it corrects. */
  letter?: Letter | undefined;
}

const Codes = z.record(z.string(), z.string()).optional().catch(undefined);
const PartialInvoice = z.object({
  type: z.string().optional().catch(undefined),
  $tags: z.array(z.unknown()).catch([]),
  series: z.coerce.number().int().positive().optional().catch(undefined),
  tax: z.object({ ext: Codes, meta: Codes }).optional().catch(undefined),
  preceding: z.array(z.object({ ext: Codes })).catch([]),
  supplier: z.looseObject({
    tax_id: z.object({ country: z.literal('AR').default('AR'), code: z.string() }),
    ext: Codes,
    meta: Codes,
  }),
});

/** Issuer whose status must be looked up; undefined if the document has no valid CUIT, or states the status. */
export function issuerToLookUp(doc: unknown): SentIssuer | undefined {
  const partialInvoice = PartialInvoice.safeParse(doc);
  if (!partialInvoice.success) return undefined;
  const { supplier, series } = partialInvoice.data;
  const cuit = normaliseCuit(supplier.tax_id.code);
  const isStated =
    supplier.ext?.[vatStatusExtension] !== undefined && !isAssumed(supplier, vatStatusExtension);
  if (isStated || !isValidCuit(cuit)) return undefined;
  return { cuit, pointOfSale: series, letter: statedLetter(partialInvoice.data) };
}

/**
 * Issuer whose points of sale must be looked up, because the document may be an export: its customer is abroad, and it
 * states no class.
 */
export function exportToLookUp(doc: unknown): IssuerKey | undefined {
  const partialInvoice = PartialInvoice.safeParse(doc);
  if (!partialInvoice.success || !isObject(doc)) return undefined;
  const { supplier, series } = partialInvoice.data;
  const cuit = normaliseCuit(supplier.tax_id.code);
  if (!isValidCuit(cuit) || statedLetter(partialInvoice.data) !== undefined) return undefined;
  const customer = InvoiceShape.shape.customer.safeParse(doc.customer).data;
  return customer && isAbroad(customer) ? { cuit, pointOfSale: series } : undefined;
}

/** A customer with a CUIT is domestic, whatever status is given. */
function isAbroad(customer: Customer): boolean {
  if (customer.tax_id?.country === 'AR') return false;
  const given = givenCode(withoutStaleMarks(customer), vatStatusExtension);
  return documentClasses.E.receiver.statuses.includes(given ?? assumedVatStatus(customer));
}

export const withExportTag = (doc: Document): Document => ({
  ...doc,
  $tags: [...itemsOf(doc.$tags), exportTag],
});

function statedLetter({ type, $tags, tax, preceding }: z.infer<typeof PartialInvoice>): Letter | undefined {
  const byTag = letterOfTags($tags);
  if (byTag !== undefined) return byTag;
  const code = tax?.ext?.[documentTypeExtension];
  if (code !== undefined && !isAssumed(tax, documentTypeExtension)) return documentType(code)?.letter;
  if (type === undefined || type === 'standard') return undefined;
  return documentType(preceding[0]?.ext?.[documentTypeExtension] ?? '')?.letter;
}

/**
 * Adds the issuer's status to the document as an assumed code. Class C is derived from it, and the PDF shows it. For an
 * issuer that is registered for VAT or whose status is unknown, removes the assumed code instead. If the document
 * states a class that the status does not allow, it stays unchanged; sending checks the class.
 */
export function withIssuerStatus(doc: Document, status: IssuerStatus | undefined): Document {
  const issuer = issuerToLookUp(doc);
  if (!issuer) return doc;
  const supplier = doc.supplier as Party;
  const { letter } = issuer;
  const allowsStatedClass = (status: IssuerStatus) => letter === undefined || mayIssue(status, letter);
  if (status === undefined || status === usualStatus) {
    return allowsStatedClass(usualStatus) ? { ...doc, supplier: withoutStatus(supplier) } : doc;
  }
  // A note for an invoice issued before the status changed keeps that invoice's class.
  if (!allowsStatedClass(status)) return doc;
  const code = { given: undefined, assumed: codeOfStatus[status] };
  return { ...doc, supplier: { ...supplier, ...withCode(supplier, vatStatusExtension, code) } };
}

function withoutStatus(supplier: Party): Party {
  if (supplier.ext?.[vatStatusExtension] === undefined) return supplier;
  const { [vatStatusExtension]: _, ...ext } = supplier.ext;
  const { [markOf(vatStatusExtension)]: __, ...meta } = supplier.meta ?? {};
  return {
    ...supplier,
    ext: Object.keys(ext).length > 0 ? ext : undefined,
    meta: Object.keys(meta).length > 0 ? meta : undefined,
  };
}
