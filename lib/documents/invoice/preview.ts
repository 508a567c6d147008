import { z } from 'zod';
import { membersOf, textOf } from '#lib/documents/json.ts';
import type { Document } from '../envelope.ts';
import { partySchema } from '../schema-addresses.ts';
import { isAssumed } from './assumed-codes.ts';
import { classify } from './classification.ts';
import { calculate, treatments } from './complete.ts';
import { vatStatusExtension } from './customer.ts';
import { type DocumentType, documentType } from './document-types.ts';
import { documentTypeExtension } from './extensions.ts';
import { type Adjustment, Charge, Discount, InvoiceShape, Line, type LineInput } from './schema.ts';
import { type Totals, type VatShare, vatSharesOf } from './totals.ts';

/** Preview of an invoice that is still being written. */
export interface Outline {
  type: Pick<DocumentType, 'code' | 'letter' | 'type'>;
  vatStatus: { code: string; isAssumed: boolean };
  currency: string;
  totals: Totals;
  /** Total of each line; empty for a line that cannot be calculated yet. */
  lines: string[];
  /** Discounts and charges, by index in the input. */
  adjustments: Record<'discounts' | 'charges', OutlinedAdjustment[]>;
  /** Whether the sums include every part. */
  isComplete: boolean;
}

export interface OutlinedAdjustment {
  /** Decimal; empty for one that cannot be calculated yet. */
  amount: string;
  /** Amounts by VAT rate, if the adjustment names no VAT itself. */
  shares: VatShare[];
}

/**
 * Calculates a preview with the same steps as building, but skips invalid parts. For a valid document, class,
 * type and totals are the same as in the built invoice. Undefined if the document type cannot be determined.
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
    lines: lines.map(({ isValid }, index) => (isValid ? (invoice.lines[index]?.total ?? '') : '')),
    adjustments: {
      discounts: byInputIndex(discounts, invoice.discounts, shares.discounts),
      charges: byInputIndex(charges, invoice.charges, shares.charges),
    },
    isComplete:
      lines.every(({ isValid }) => isValid) &&
      [...discounts, ...charges].every((one) => one !== undefined) &&
      treated.broken.length === 0,
  };
}

const Codes = z.record(z.string(), z.string()).optional().catch(undefined);

const { type, $tags, currency, tax } = InvoiceShape.shape;
/**
 * Parts that determine class and sums. An incomplete CUIT is accepted: the customer will have one.
 */
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

const DraftLine = z.object({
  item: z.looseObject({ key: z.string().optional().catch(undefined) }).catch({}),
});

/** Parses a line without checking its name. Replaces an invalid line with one whose amount is zero. */
function lineFrom(sent: unknown): { line: LineInput; isValid: boolean } {
  const parsed = DraftLine.safeParse(sent);
  const item = parsed.success ? parsed.data.item : {};
  const withName = { ...(parsed.success ? (sent as object) : {}), item: { ...item, name: '-' } };
  const line = Line.safeParse(withName);
  if (line.success) return { line: line.data, isValid: true };
  const empty: LineInput = {
    i: undefined,
    sum: undefined,
    total: undefined,
    quantity: '0',
    item: { name: '-', price: '0', ...(item.key ? { key: item.key } : {}) },
  };
  return { line: empty, isValid: false };
}

/** Undefined at the index of an invalid adjustment. */
const adjustmentsIn = (
  sent: unknown[],
  schema: typeof Discount | typeof Charge,
): (Adjustment | undefined)[] => sent.map((each) => schema.safeParse(each).data);

function byInputIndex(
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

/** Identifying data of an invoice. Texts are empty if the document lacks them. */
export interface InvoiceSummary {
  series: string;
  /** Invoice number; empty until it is issued. */
  code: string;
  type: DocumentType | undefined;
  supplier: { name: string; cuit: string };
  customer: string;
  /** The customer's tax code; unknown in lists. */
  customerCode?: string;
  /** Amount to be paid, as a decimal. */
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

/** `00003-00000012`, as printed; undefined without a number. */
export const numberOf = ({ series, code }: Pick<InvoiceSummary, 'series' | 'code'>): string | undefined =>
  code ? `${series.padStart(5, '0')}-${code.padStart(8, '0')}` : undefined;
