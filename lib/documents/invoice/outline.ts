import { z } from 'zod';
import type { Document } from '../envelope.ts';
import { partySchema } from '../schema-addresses.ts';
import { classify } from './classification.ts';
import { calculate, treatments } from './complete.ts';
import { vatStatusExtension } from './customer.ts';
import { type DocumentType, documentType } from './document-types.ts';
import { documentTypeExtension } from './extensions.ts';
import { isAssumed } from './paper.ts';
import { type Adjustment, Charge, Discount, InvoiceShape, Line, type LineInput } from './schema.ts';
import { type Totals, type VatShare, vatSharesOf } from './totals.ts';

/** What can be said of an invoice that is still being written. */
export interface Outline {
  type: Pick<DocumentType, 'code' | 'letter' | 'type'>;
  vatStatus: { code: string; isAssumed: boolean };
  currency: string;
  totals: Totals;
  /** What each line comes to; empty for one that can not be added up yet. */
  lines: string[];
  /** The discounts and charges that count, with how each is spread over the VAT, by their places in what was sent. */
  adjustments: Record<'discounts' | 'charges', OutlinedAdjustment[]>;
  /** Nothing was left out of the sums. */
  isComplete: boolean;
}

export interface OutlinedAdjustment {
  /** Decimal; empty for one that can not be added up yet. */
  amount: string;
  /** By VAT, where it names none of its own. */
  shares: VatShare[];
}

/**
 * By the same steps as a building, leaving out what is not right yet: of a whole document that breaks no rule its
 * class, type and totals are those that the building gives it. Undefined where not even a class can be told.
 */
export function outlineInvoice(data: unknown, now = new Date()): Outline | undefined {
  const sketch = Sketch.safeParse(data);
  if (!sketch.success) return undefined;
  const lines = sketch.data.lines.map(lineFrom);
  const discounts = adjustmentsIn(sketch.data.discounts, Discount);
  const charges = adjustmentsIn(sketch.data.charges, Charge);
  const { customer, supplier, ...rest } = sketch.data;
  const classified = classify(
    {
      ...rest,
      $schema: InvoiceShape.shape.$schema.parse(undefined),
      supplier: { $schema: partySchema, name: '', tax_id: { country: 'AR', code: '' }, ext: supplier?.ext },
      ...(customer ? { customer: { $schema: partySchema, name: '', ...customer } } : {}),
      lines: lines.map(({ line }) => line),
      discounts: discounts.filter((one) => one !== undefined),
      charges: charges.filter((one) => one !== undefined),
    },
    now,
  );
  if ('code' in classified) return undefined;
  const treated = treatments(classified);
  const { invoice } = calculate(classified, treated);
  const { code, letter, type } = classified.documentType;
  const shares = vatSharesOf(invoice);
  return {
    type: { code, letter, type },
    vatStatus: {
      code: classified.vatStatus,
      isAssumed: isAssumed(classified.invoice.customer, vatStatusExtension),
    },
    currency: invoice.currency,
    totals: invoice.totals,
    lines: lines.map(({ isRight }, index) => (isRight ? (invoice.lines[index]?.total ?? '') : '')),
    adjustments: {
      discounts: inTheirPlaces(discounts, invoice.discounts, shares.discounts),
      charges: inTheirPlaces(charges, invoice.charges, shares.charges),
    },
    isComplete:
      lines.every(({ isRight }) => isRight) &&
      [...discounts, ...charges].every((one) => one !== undefined) &&
      treated.broken.length === 0,
  };
}

const Codes = z.record(z.string(), z.string()).optional().catch(undefined);

const { type, $tags, currency, tax } = InvoiceShape.shape;
/** What the class and the sums hang on. A CUIT counts from its first digit: a customer who is being named is one. */
const Sketch = z.object({
  type: type.catch('standard'),
  $tags: $tags.catch(undefined),
  currency: currency.catch('ARS'),
  tax: tax.catch(undefined),
  supplier: z.object({ ext: Codes }).optional().catch(undefined),
  customer: z
    .object({
      tax_id: z.object({ country: z.string().default('AR'), code: z.string().catch('') }).optional(),
      ext: Codes,
      meta: Codes,
    })
    .optional()
    .catch(undefined),
  lines: z.array(z.unknown()).catch([]),
  discounts: z.array(z.unknown()).catch([]),
  charges: z.array(z.unknown()).catch([]),
});

const Begun = z.object({
  item: z.looseObject({ key: z.string().optional().catch(undefined) }).catch({}),
});

/** One that can not be added up keeps its place, as nothing. What it is called plays no part. */
function lineFrom(sent: unknown): { line: LineInput; isRight: boolean } {
  const begun = Begun.safeParse(sent);
  const item = begun.success ? begun.data.item : {};
  const named = { ...(begun.success ? (sent as object) : {}), item: { ...item, name: '-' } };
  const line = Line.safeParse(named);
  if (line.success) return { line: line.data, isRight: true };
  const empty: LineInput = {
    i: undefined,
    sum: undefined,
    total: undefined,
    quantity: '0',
    item: { name: '-', price: '0', ...(item.key ? { key: item.key } : {}) },
  };
  return { line: empty, isRight: false };
}

/** Undefined in the place of one that can not be added up. */
const adjustmentsIn = (
  sent: unknown[],
  schema: typeof Discount | typeof Charge,
): (Adjustment | undefined)[] => sent.map((each) => schema.safeParse(each).data);

function inTheirPlaces(
  sent: (Adjustment | undefined)[],
  calculated: Adjustment[] = [],
  shares: VatShare[][],
): OutlinedAdjustment[] {
  let next = 0;
  return sent.map((one) => {
    if (one === undefined) return { amount: '', shares: [] };
    const index = next++;
    return { amount: calculated[index]?.amount ?? '', shares: shares[index] ?? [] };
  });
}

/** What tells one invoice from another. A document that came in another way may lack any of it. */
export interface InvoiceSummary {
  series: string;
  /** Its number; empty until it is issued. */
  code: string;
  type: DocumentType | undefined;
  supplier: { name: string; cuit: string };
  customer: string;
  /** Their tax code; of a list it is not known. */
  customerCode?: string;
  /** What is to be paid, as a decimal. */
  total: string;
  currency: string;
  /** ISO date. */
  issueDate: string;
}

export function summaryOf(doc: Document): InvoiceSummary {
  const [supplier, tax, totals] = [membersOf(doc.supplier), membersOf(doc.tax), membersOf(doc.totals)];
  return {
    series: textOf(doc.series),
    code: textOf(doc.code),
    type: documentType(textOf(membersOf(tax.ext)[documentTypeExtension])),
    supplier: { name: textOf(supplier.name), cuit: textOf(membersOf(supplier.tax_id).code) },
    customer: textOf(membersOf(doc.customer).name),
    customerCode: textOf(membersOf(membersOf(doc.customer).tax_id).code),
    total: textOf(totals.payable),
    currency: textOf(doc.currency),
    issueDate: textOf(doc.issue_date),
  };
}

/** The same of what a list knows of an invoice. */
export const summaryOfSnippet = (snippet: Record<string, string>): InvoiceSummary => ({
  series: snippet.series ?? '',
  code: snippet.code ?? '',
  type: documentType(snippet.document_type ?? ''),
  supplier: { name: snippet.supplier_name ?? '', cuit: snippet.supplier_code ?? '' },
  customer: snippet.customer_name ?? '',
  total: snippet.total ?? '',
  currency: snippet.currency ?? '',
  issueDate: snippet.issue_date ?? '',
});

/** `00003-00000012`, as it is printed; undefined before there is a number. */
export const numberOf = ({ series, code }: Pick<InvoiceSummary, 'series' | 'code'>): string | undefined =>
  code ? `${series.padStart(5, '0')}-${code.padStart(8, '0')}` : undefined;

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
