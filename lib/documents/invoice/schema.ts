import { z } from 'zod';
import type { FaultParams } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { Party, Supplier } from '../party.ts';
import { invoiceSchema, partySchema } from '../schema-addresses.ts';
import { coded, singleLine } from '../validation.ts';
import { Decimal, Money, NonNegativeMoney, Percentage } from './amount.ts';
import { hasStatedAmount, isTaxCharge, statedAmountExtension, taxTypeExtension } from './extensions.ts';

export const addon = 'ar-arca-v4';

const Text = z.string().trim().min(1, 'must not be empty').max(500);
const Key = z.string().regex(/^[a-z0-9][a-z0-9+-]{0,63}$/, 'must be a key of lower-case letters');
const Extensions = z.record(z.string(), z.string().max(200));
const Meta = z.record(z.string(), z.string());
const PassedThrough = z.record(z.string(), z.unknown());
const PassedThroughList = z.array(PassedThrough).max(100);
const Day = z.iso.date({ error: 'must be a date such as "2026-11-20"' });
/** A derived member: each build ignores the value sent and calculates it again. */
const Calculated = z.unknown().optional();

const Period = z.strictObject({ label: Text.optional(), start: Day, end: Day });

const Combo = z.strictObject({
  cat: z.string().max(20),
  country: z.string().max(2).optional(),
  key: Key.optional(),
  rate: Key.optional(),
  percent: Percentage.optional(),
  ext: Extensions.optional(),
});
export type Combo = z.infer<typeof Combo>;

const Taxes = z.array(Combo).max(10);

const adjustment = {
  uuid: z.uuid().optional(),
  i: Calculated,
  key: Key.optional(),
  code: z.string().max(60).optional(),
  reason: Text.optional(),
  base: NonNegativeMoney.optional(),
  percent: Percentage.optional(),
  amount: NonNegativeMoney.optional(),
  ext: Extensions.optional(),
};
type AmountOrPercent = Partial<Record<'base' | 'percent' | 'amount', string | undefined>> & {
  ext?: Record<string, string> | undefined;
};

const isZero = (value: unknown): boolean => /^\s*0+(\.0*)?\s*%?\s*$/.test(String(value));

/**
 * Discards an amount next to a percent, since it is recalculated. Rejects an amount next to a percent or base
 * of zero, which would be lost, and a fixed amount with a base. None of this applies to a stated amount.
 */
const amountByPercent = <Schema extends z.ZodType<AmountOrPercent>>(schema: Schema) =>
  z.preprocess(
    (sent) => {
      if (typeof sent !== 'object' || sent === null) return sent;
      const { percent, base } = sent as Record<string, unknown>;
      if (percent === undefined || isZero(percent) || isZero(base) || hasStatedAmount(sent)) return sent;
      return { ...sent, amount: undefined };
    },
    schema.superRefine(({ percent, base, amount, ext }, check) => {
      if (hasStatedAmount({ ext })) return;
      if (percent === undefined && base !== undefined && amount !== undefined) {
        check.addIssue(
          amountLost(['base'], 'requires a percent: a fixed amount has no base', { why: 'base' }),
        );
      }
      if (percent === undefined || amount === undefined || isZero(amount)) return;
      const message = `is zero, but the amount is ${amount}: leave out percent and base for a fixed amount`;
      check.addIssue(amountLost([isZero(percent) ? 'percent' : 'base'], message, { why: 'zero', amount }));
    }),
  );

const amountLost = (path: string[], message: string, params: FaultParams) =>
  ({ code: 'custom', path, message, params: coded('amount-lost', params) }) as const;

const hasAmountOrPercent = ({ percent, amount }: AmountOrPercent) =>
  percent !== undefined || amount !== undefined;
const amountRequired = {
  message: 'is required unless there is a percent',
  path: ['amount'],
  params: coded('required'),
};

/**
 * Rejects a tax that is not a charge of the whole document: it would become part of the price.
 */
function refuseTax(
  sent: { key?: string | undefined; ext?: Record<string, string> | undefined },
  check: z.RefinementCtx,
) {
  if (!isTaxCharge(sent)) return;
  const path = sent.ext?.[taxTypeExtension] === undefined ? ['key'] : ['ext', taxTypeExtension];
  check.addIssue(amountLost(path, 'is a tax, which must be a charge of the whole document', { why: 'tax' }));
}

/** Only a tax may have a stated amount. */
function checkStatedAmount(
  sent: AmountOrPercent & { key?: string | undefined },
  check: z.RefinementCtx,
): void {
  const value = sent.ext?.[statedAmountExtension];
  const path = ['ext', statedAmountExtension];
  if (value === undefined) return;
  if (!isTaxCharge(sent)) {
    const message = 'is only for a tax: another amount follows from its percent';
    check.addIssue({ code: 'custom', path, message, params: coded('unknown-field') });
  } else if (value !== 'S' && value !== 'N') {
    check.addIssue({ code: 'custom', path, message: 'must be S or N', params: coded('invalid-value') });
  } else if (value === 'S' && sent.amount === undefined) {
    const message = `is required beside ${statedAmountExtension}`;
    check.addIssue({ code: 'custom', path: ['amount'], message, params: coded('required') });
  }
}

const LineAdjustment = amountByPercent(
  z
    .strictObject(adjustment)
    .refine(hasAmountOrPercent, amountRequired)
    .superRefine(refuseTax)
    .superRefine(checkStatedAmount),
);
const documentAdjustment = { ...adjustment, taxes: Taxes.optional(), meta: Meta.optional() };
export const Charge = amountByPercent(
  z
    .strictObject(documentAdjustment)
    .refine(hasAmountOrPercent, amountRequired)
    .superRefine(checkStatedAmount),
);
export const Discount = amountByPercent(
  z
    .strictObject(documentAdjustment)
    .refine(hasAmountOrPercent, amountRequired)
    .superRefine(refuseTax)
    .superRefine(checkStatedAmount),
);
/** A discount or charge, of a line or of the whole document. */
export type Adjustment = z.infer<typeof Charge>;

const Item = z.strictObject({
  uuid: z.uuid().optional(),
  ref: z.string().max(60).optional(),
  key: Key.optional(),
  name: Text,
  identities: PassedThroughList.optional(),
  description: z.string().max(5000).optional(),
  images: PassedThroughList.optional(),
  price: Decimal,
  unit: z.string().max(20).optional(),
  origin: z.string().max(2).optional(),
  ext: Extensions.optional(),
  meta: Meta.optional(),
});

export const Line = z.strictObject({
  uuid: z.uuid().optional(),
  i: Calculated,
  quantity: Decimal,
  identifier: PassedThrough.optional(),
  period: Period.optional(),
  order: z.string().max(60).optional(),
  cost: z.string().max(60).optional(),
  item: Item,
  sum: Calculated,
  discounts: z.array(LineAdjustment).max(100).optional(),
  charges: z.array(LineAdjustment).max(100).optional(),
  taxes: Taxes.optional(),
  total: Calculated,
  seller: PassedThrough.optional(),
  notes: PassedThroughList.optional(),
  ext: Extensions.optional(),
});
export type LineInput = z.infer<typeof Line>;

/** A corrected document, or (without `code`) the period of the documents that a note corrects. */
const Preceding = z.strictObject({
  uuid: z.uuid().optional(),
  schema: z.string().max(200).optional(),
  type: Key.optional(),
  issue_date: Day.optional(),
  series: z.string().max(20).optional(),
  code: z.string().max(20).optional(),
  currency: z.string().max(3).optional(),
  lines: z.array(z.number().int()).max(sizeLimits.invoiceLines).optional(),
  identities: PassedThroughList.optional(),
  period: Period.optional(),
  reason: Text.optional(),
  description: z.string().max(5000).optional(),
  stamps: PassedThroughList.optional(),
  url: z.string().max(2000).optional(),
  tax: PassedThrough.optional(),
  payable: Money.optional(),
  ext: Extensions.optional(),
  meta: Meta.optional(),
});
export type Preceding = z.infer<typeof Preceding>;
export type Period = z.infer<typeof Period>;

const DueDate = amountByPercent(
  z.strictObject({
    date: Day,
    notes: Text.optional(),
    amount: NonNegativeMoney.optional(),
    percent: Percentage.optional(),
    currency: z.string().max(3).optional(),
  }),
);

const Terms = z.strictObject({
  key: Key.optional(),
  detail: Text.optional(),
  due_dates: z.array(DueDate).max(100).optional(),
  notes: Text.optional(),
  ext: Extensions.optional(),
});

/** How the invoice is paid. Only read in credit invoices (FCE), which need the CBU of the account. */
const Instructions = z.looseObject({
  credit_transfer: z
    .array(z.looseObject({ number: z.string().max(60).optional() }))
    .max(20)
    .optional(),
  ext: Extensions.optional(),
});

/** Only read in exports: the export permits, with the country of destination of the goods. */
const Delivery = z.looseObject({
  identities: z
    .array(
      z.looseObject({
        key: z.string().max(60).optional(),
        code: z.string().max(200).optional(),
        country: z.string().max(2).optional(),
      }),
    )
    .max(100)
    .optional(),
});

/** Totals are recalculated. Only `rounding` is rejected, because it would change the amount owed. */
const Totals = z
  .unknown()
  .refine((sent) => typeof sent !== 'object' || sent === null || !Object.hasOwn(sent, 'rounding'), {
    path: ['rounding'],
    message: 'is not supported by Alta',
    params: coded('unknown-field'),
  });

/** A party within an invoice needs no `$schema`; one copied from an entry has it. */
const nested = { $schema: z.literal(partySchema).optional() };

/**
 * Shape of GOBL's bill/invoice. GOBL fields that Alta does not use stay unchanged; fields that would
 * change the amount owed in a way Alta does not calculate are rejected as unknown.
 */
export const InvoiceShape = z.strictObject({
  $schema: z.literal(invoiceSchema).default(invoiceSchema),
  $regime: Calculated,
  $addons: Calculated,
  $tags: z
    .array(
      z.enum(['monotax', 'simplified', 'fce', 'export'], {
        error: 'is not supported: monotax, simplified, fce or export',
      }),
    )
    .optional(),
  uuid: z.uuid().optional(),
  type: z
    .enum(['standard', 'credit-note', 'debit-note'], {
      error: 'must be standard, credit-note or debit-note',
    })
    .default('standard'),
  series: z
    .union([
      z
        .string()
        .trim()
        .max(20)
        .refine(...singleLine),
      z.int().transform(String),
    ])
    .optional(),
  code: z
    .string()
    .max(60)
    .refine(...singleLine)
    .optional(),
  issue_date: Day.optional(),
  issue_time: z.string().max(20).optional(),
  op_date: Day.optional(),
  value_date: Day.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')
    .default('ARS'),
  exchange_rates: z
    .array(
      z.strictObject({
        from: z.string().max(3),
        to: z.string().max(3),
        at: z.string().max(40).optional(),
        source: Key.optional(),
        amount: Decimal,
      }),
    )
    .max(20)
    .optional(),
  preceding: z.array(Preceding).max(100).optional(),
  tax: z
    .strictObject({
      prices_include: z.literal('VAT', { error: 'must be VAT' }).optional(),
      rounding: z
        .literal('currency', { error: 'must be currency: each line is rounded to the cent' })
        .optional(),
      ext: Extensions.optional(),
      notes: PassedThroughList.optional(),
      meta: Meta.optional(),
    })
    .optional(),
  supplier: Supplier.extend(nested),
  customer: Party.extend(nested).optional(),
  lines: z.array(Line).min(1, 'must have at least one line').max(sizeLimits.invoiceLines),
  discounts: z.array(Discount).max(100).optional(),
  charges: z.array(Charge).max(100).optional(),
  ordering: z.looseObject({ period: Period.optional(), code: z.string().max(60).optional() }).optional(),
  payment: z
    .strictObject({
      payee: PassedThrough.optional(),
      payer: PassedThrough.optional(),
      terms: Terms.optional(),
      instructions: Instructions.optional(),
    })
    .optional(),
  delivery: Delivery.optional(),
  totals: Totals.optional(),
  notes: PassedThroughList.optional(),
  complements: PassedThroughList.optional(),
  meta: Meta.optional(),
  attachments: PassedThroughList.optional(),
});
/** An invoice of the right shape, with nothing derived yet. */
export type InvoiceInput = z.infer<typeof InvoiceShape>;
