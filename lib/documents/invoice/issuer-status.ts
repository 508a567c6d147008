import { z } from 'zod';
import { isValidCuit, normaliseCuit } from '../cuit.ts';
import type { Document } from '../envelope.ts';
import type { Party } from '../party.ts';
import { statusOfRegister, vatStatusExtension } from './customer.ts';
import { documentType, type IssuerStatus, type Letter, letterOfTags, mayIssue } from './document-types.ts';
import { documentTypeExtension } from './extensions.ts';
import { isAssumed, markOf, withCode } from './paper.ts';

/** Assumed of an issuer of whom nothing is known; a document does not have to state it. */
export const usualStatus: IssuerStatus = 'registered';

/** What issuers of the other codes issue is not known. */
const statusOfCode: Readonly<Record<string, IssuerStatus>> = {
  '1': 'registered',
  '4': 'exempt',
  '6': 'monotributo',
  '13': 'monotributo',
  '16': 'monotributo',
};

/** The status that a party's document says of it. */
export const issuerStatusIn = ({ ext }: Pick<Party, 'ext'>): IssuerStatus | undefined =>
  statusOfCode[ext?.[vatStatusExtension] ?? ''];

/** The status that a point of sale is for, by how the authority lists it, such as `CAE - Monotributo`. */
export function statusOfSystem(system: string): IssuerStatus | undefined {
  if (/monotributo/i.test(system)) return 'monotributo';
  if (/exento/i.test(system)) return 'exempt';
  return /\bR\.?I\b/i.test(system) ? 'registered' : undefined;
}

/** Where a document comes from, which is what the status of its issuer is looked up by. */
export interface Issuer {
  cuit: string;
  pointOfSale?: number | undefined;
}

/** Of a document as it was sent, whatever else is wrong with it. */
interface IssuerPart extends Issuer {
  /** The class that the document states: by its tag, its type, or what it corrects. */
  letter?: Letter | undefined;
}

const Codes = z.record(z.string(), z.string()).optional().catch(undefined);
const Sketch = z.object({
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

/** Undefined where the document names no issuer, or says itself what its issuer is. */
export function issuerOf(doc: unknown): IssuerPart | undefined {
  const sketch = Sketch.safeParse(doc);
  if (!sketch.success) return undefined;
  const { supplier, series } = sketch.data;
  const cuit = normaliseCuit(supplier.tax_id.code);
  const isStated =
    supplier.ext?.[vatStatusExtension] !== undefined && !isAssumed(supplier, vatStatusExtension);
  if (isStated || !isValidCuit(cuit)) return undefined;
  return { cuit, pointOfSale: series, letter: statedLetter(sketch.data) };
}

function statedLetter({ type, $tags, tax, preceding }: z.infer<typeof Sketch>): Letter | undefined {
  const byTag = letterOfTags($tags);
  if (byTag !== undefined) return byTag;
  const code = tax?.ext?.[documentTypeExtension];
  if (code !== undefined && !isAssumed(tax, documentTypeExtension)) return documentType(code)?.letter;
  if (type === undefined || type === 'standard') return undefined;
  return documentType(preceding[0]?.ext?.[documentTypeExtension] ?? '')?.letter;
}

/**
 * The document with what was found out of its issuer, as an assumed code: class C and what the paper says follow from
 * it. Of who is registered nothing needs to be said, and what contradicts a stated class is left to the sending.
 */
export function withIssuerStatus(doc: Document, status: IssuerStatus | undefined): Document {
  const part = issuerOf(doc);
  if (!part) return doc;
  const supplier = doc.supplier as Party;
  const { letter } = part;
  const agrees = (of: IssuerStatus) => letter === undefined || mayIssue(of, letter);
  if (status === undefined || status === usualStatus) {
    return agrees(usualStatus) ? { ...doc, supplier: withoutStatus(supplier) } : doc;
  }
  // The note of an invoice of before the status changed goes on as that was.
  if (!agrees(status)) return doc;
  const assumed = { given: undefined, assumed: statusOfRegister[status] };
  return { ...doc, supplier: { ...supplier, ...withCode(supplier, vatStatusExtension, assumed) } };
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
