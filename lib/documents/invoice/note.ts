import Big from 'big.js';
import { buenosAiresDay } from '#lib/time.ts';
import type { Document } from '../envelope.ts';
import { money, sumOf } from './amount.ts';
import { withCode } from './assumed-codes.ts';
import { arcaRule, type Broken, broken, goblRule } from './broken-rule.ts';
import type { Classified } from './classification.ts';
import type { Invoice } from './complete.ts';
import { documentType, isExport, noteTypeFor, usualDocumentType } from './document-types.ts';
import { documentTypeExtension, hasStatedAmount, isTaxCharge, sameCurrencyExtension } from './extensions.ts';
import type { Adjustment, Period, Preceding } from './schema.ts';
import { monthOf, vatRateExtension } from './vat.ts';

/** Part of an invoice that a note covers. */
export type NoteExtent =
  | { kind: 'whole' }
  /** Selected lines by index, each with a quantity. */
  | { kind: 'lines'; lines: readonly { index: number; quantity: string }[] }
  /** Amount not covered by `notes`: one line per VAT rate, named `name`; no lines if nothing remains. */
  | { kind: 'rest'; notes: readonly Built[]; name: string }
  /** Part of the amount not covered by `notes`: one line per VAT rate, with VAT included, that add up to `amount`. */
  | { kind: 'amount'; amount: string; notes: readonly Built[]; name: string }
  /** Something else, such as interest or a difference: one empty line. */
  | { kind: 'other' };

/** Parts of a built invoice or note. */
type Built = Pick<Invoice, 'type' | 'totals' | 'charges'>;

interface NoteOf {
  /** Id of the invoice's entry. */
  id: string;
  type: 'credit-note' | 'debit-note';
  extent: NoteExtent;
  now: Date;
}

/**
 * Draft of a note that corrects an authorized invoice: the same parties, class, currency and rate, the
 * selected lines, and a reference to the invoice. If the invoice is paid in its foreign currency, the rate is
 * left out, because the authority then accepts only the rate of the day before. Totals are calculated when
 * the draft is built.
 * @param invoice as built and authorized
 */
export function noteOf(invoice: Invoice & { code: string }, { id, type, extent, now }: NoteOf): Document {
  const { totals, payment, tax, issue_date, code, uuid: _, notes: __, preceding: ___, ...copied } = invoice;
  const corrected = tax?.ext?.[documentTypeExtension] ?? '';
  const lines = linesOf(invoice, extent);
  const isService = lines.some(({ item }) => item.key !== 'goods');
  const correctedType = documentType(corrected);
  const isOfExport = correctedType !== undefined && isExport(correctedType);
  const hasDueDate = isService && !correctedType?.isCreditInvoice && !isOfExport;
  const terms = hasDueDate ? { due_dates: [{ date: buenosAiresDay(now) }] } : undefined;
  const detail = payment?.terms?.detail;
  return {
    ...copied,
    // A note of an export has the invoice's rate (2053), and does not state how it is paid (1605).
    ...(tax?.ext?.[sameCurrencyExtension] === 'S' && !isOfExport
      ? { exchange_rates: otherRates(invoice) }
      : {}),
    type,
    preceding: [
      {
        uuid: id,
        issue_date,
        series: invoice.series,
        code,
        ext: { [documentTypeExtension]: corrected },
        payable: totals.payable,
      },
    ],
    ...(tax
      ? {
          tax: {
            ...tax,
            ...typeOf(tax, corrected, type),
            // The prices of the remaining lines are without VAT.
            ...(extent.kind === 'rest' ? { prices_include: undefined } : {}),
            // With VAT in the prices any amount is met to the cent.
            ...(extent.kind === 'amount' && invoice.totals.taxes ? { prices_include: 'VAT' } : {}),
          },
        }
      : {}),
    lines,
    ...adjustmentsOf(invoice, lines, extent),
    payment: terms || detail ? { terms: { ...(detail ? { detail } : {}), ...terms } } : undefined,
  };
}

const otherRates = ({ exchange_rates: rates = [], currency }: Invoice) => {
  const others = rates.filter(({ from, to }) => from !== currency || to !== 'ARS');
  return others.length > 0 ? others : undefined;
};

/**
 * Discounts and charges of the whole document. With the extent `rest` the lines include all but the taxes.
 */
function adjustmentsOf(invoice: Invoice, lines: Lines, extent: NoteExtent) {
  const { discounts, charges } = invoice;
  switch (extent.kind) {
    case 'other':
      return { discounts: undefined, charges: undefined };
    case 'rest': {
      const net = netOf(invoice);
      const share = net.eq(0) ? net : sumOf(lines.map(({ total }) => new Big(total))).div(net);
      return { discounts: undefined, charges: charges?.filter(isTaxCharge).map(scaleBy(share)) };
    }
    case 'amount':
      return { discounts: undefined, charges: partialCharges(invoice, extent.amount) };
    default: {
      const share = shareOf(invoice, lines, extent);
      return { discounts: discounts?.map(scaleBy(share)), charges: charges?.map(scaleBy(share)) };
    }
  }
}

type Lines = Invoice['lines'];

function linesOf(invoice: Invoice, extent: NoteExtent): Lines {
  const { lines } = invoice;
  switch (extent.kind) {
    case 'whole':
      return lines;
    case 'lines':
      return extent.lines.flatMap(({ index, quantity }) => {
        const line = lines[index];
        return line ? [partOf(line, quantity)] : [];
      });
    case 'rest':
      return remainingLines(invoice, extent);
    case 'amount':
      return partialLines(invoice, extent);
    case 'other':
      return lines.slice(0, 1).map(({ item, taxes }) => ({
        i: 1,
        quantity: '1',
        item: { ...(item.key ? { key: item.key } : {}), name: '', price: '' },
        ...(taxes ? { taxes } : {}),
        sum: '',
        total: '',
      }));
  }
}

/** The taxes other than VAT that belong to a part of the invoice's total, as amounts. */
function partialCharges({ charges = [], totals }: Invoice, amount: string) {
  const share = new Big(totals.payable).eq(0) ? new Big(0) : new Big(amount).div(totals.payable);
  const taxes = charges.filter(isTaxCharge);
  if (taxes.length === 0) return undefined;
  return taxes.map(({ percent: _, base: __, ...charge }) => ({
    ...charge,
    amount: money(new Big(charge.amount ?? 0).times(share)),
  }));
}

/** Spreads the amount, without its other taxes, over what remains at each VAT rate. The last line gets the cents. */
function partialLines(invoice: Invoice, extent: Extract<NoteExtent, { kind: 'amount' }>): Lines {
  const remaining = new Map(grossOf(invoice).map((each) => [each.vat, each]));
  for (const note of extent.notes) {
    for (const { vat, gross } of grossOf(note)) {
      const of = remaining.get(vat);
      if (of)
        remaining.set(vat, {
          ...of,
          gross: note.type === 'debit-note' ? of.gross.plus(gross) : of.gross.minus(gross),
        });
    }
  }
  const parts = [...remaining.values()].filter(({ gross }) => gross.gt(0));
  const whole = sumOf(parts.map(({ gross }) => gross));
  const charged = partialCharges(invoice, extent.amount) ?? [];
  const sum = new Big(extent.amount).minus(sumOf(charged.map(({ amount }) => new Big(amount))));
  const key = invoice.lines[0]?.item.key;
  let left = sum;
  return parts.flatMap(({ gross, taxes }, index) => {
    const price = index === parts.length - 1 ? left : new Big(money(sum.times(gross).div(whole)));
    left = left.minus(price);
    if (price.lte(0)) return [];
    return [
      {
        i: index + 1,
        quantity: '1',
        item: { ...(key ? { key } : {}), name: extent.name, price: money(price) },
        ...(taxes ? { taxes } : {}),
        sum: money(price),
        total: money(price),
      },
    ];
  });
}

/** Sales by VAT rate with their VAT; in class C a single sum. */
function grossOf(document: Built): { vat: string; gross: Big; taxes?: Lines[number]['taxes'] }[] {
  const vats = document.totals.taxes?.categories[0].rates.map(({ amount }) => amount);
  return basesOf(document).map(({ base, ...rate }, index) => ({
    ...rate,
    gross: base.plus(vats?.[index] ?? 0),
  }));
}

function remainingLines(invoice: Invoice, { notes, name }: Extract<NoteExtent, { kind: 'rest' }>): Lines {
  const remainingByVat = new Map(basesOf(invoice).map((each) => [each.vat, each]));
  for (const note of notes) {
    for (const { vat, base } of basesOf(note)) {
      const remaining = remainingByVat.get(vat);
      if (remaining)
        remainingByVat.set(vat, {
          ...remaining,
          base: note.type === 'debit-note' ? remaining.base.plus(base) : remaining.base.minus(base),
        });
    }
  }
  const key = invoice.lines[0]?.item.key;
  return [...remainingByVat.values()]
    .filter(({ base }) => base.gt(0))
    .map(({ base, taxes }, index) => ({
      i: index + 1,
      quantity: '1',
      item: { ...(key ? { key } : {}), name, price: money(base) },
      ...(taxes ? { taxes } : {}),
      sum: money(base),
      total: money(base),
    }));
}

/** Sales by VAT rate; in class C a single sum without VAT. */
function basesOf(document: Built): { vat: string; base: Big; taxes?: Lines[number]['taxes'] }[] {
  const rates = document.totals.taxes?.categories[0].rates;
  if (!rates) return [{ vat: '', base: netOf(document) }];
  return rates.map(({ base, amount: _, ...rate }) => ({
    vat: rate.ext?.[vatRateExtension] ?? rate.key,
    base: new Big(base),
    taxes: [{ cat: 'VAT', ...rate }],
  }));
}

const netOf = ({ totals, charges = [] }: Built): Big =>
  new Big(totals.total).minus(sumOf(charges.filter(isTaxCharge).map(({ amount }) => new Big(amount ?? 0))));

/** A line with another quantity, to which the amounts of its discounts and charges are scaled. */
function partOf(line: Lines[number], quantity: string): Lines[number] {
  const whole = new Big(line.quantity);
  const part = whole.eq(0) ? new Big(1) : new Big(quantity).div(whole);
  return {
    ...line,
    quantity,
    ...(line.discounts ? { discounts: line.discounts.map(scaleBy(part)) } : {}),
    ...(line.charges ? { charges: line.charges.map(scaleBy(part)) } : {}),
  };
}

/** Share of the selected lines in the invoice's lines, by amount. */
function shareOf(invoice: Invoice, lines: Lines, extent: NoteExtent): Big {
  const whole = new Big(invoice.totals.sum);
  if (extent.kind !== 'lines' || whole.eq(0)) return new Big(1);
  const chosen = lines.map(({ quantity, i }) => {
    const line = invoice.lines[i - 1];
    return line && !new Big(line.quantity).eq(0)
      ? new Big(line.total).times(quantity).div(line.quantity)
      : new Big(0);
  });
  return sumOf(chosen).div(whole);
}

/** Scales an adjustment: a percent stays, bases and fixed or stated amounts are multiplied by the share. */
const scaleBy =
  (share: Big) =>
  <Item extends Pick<Adjustment, 'base' | 'percent' | 'amount' | 'ext'>>(item: Item): Item => ({
    ...item,
    ...(item.base ? { base: money(new Big(item.base).times(share)) } : {}),
    ...(item.amount && (!item.percent || hasStatedAmount(item))
      ? { amount: money(new Big(item.amount).times(share)) }
      : {}),
  });

/** Omits the document type if class and kind imply it. Notes for class A with the withholding legend state it. */
function typeOf(tax: NonNullable<Invoice['tax']>, corrected: string, type: NoteOf['type']) {
  const letter = documentType(corrected)?.letter;
  const code = noteTypeFor(corrected, type)?.code ?? '';
  const isUsual = letter !== undefined && usualDocumentType(letter, type).code === code;
  const { [documentTypeExtension]: _, [sameCurrencyExtension]: sameCurrency, ...others } = tax.ext ?? {};
  const isStated = sameCurrency !== undefined && !(letter && isExport({ letter }));
  const ext = isStated ? { ...others, [sameCurrencyExtension]: sameCurrency } : others;
  const coded = withCode({ ...tax, ext }, documentTypeExtension, { given: code, assumed: code });
  const { meta } = coded;
  return isUsual ? { ext, meta } : { ext: coded.ext, meta };
}

/** Period of the documents that a note corrects, if it names a period instead of documents. */
export function correctedPeriod(preceding: readonly Preceding[] = []): Period | undefined {
  const [first] = preceding;
  return first?.code === undefined ? first?.period : undefined;
}

/** Rules on the documents that a note corrects: either at least one document, or one period. */
export function correctionRules({ invoice, documentType }: Classified): Broken[] {
  const preceding = invoice.preceding ?? [];
  if (invoice.type === 'standard') {
    if (preceding.length === 0) return [];
    return [
      broken(
        arcaRule(10040),
        ['preceding'],
        'must be left out: only a credit or debit note corrects another document',
        { why: 'invoice' },
      ),
    ];
  }
  if (preceding.length === 0) {
    return [
      broken(
        goblRule('21'),
        ['preceding'],
        'is required: the invoice that this note corrects, or the period of its invoices',
      ),
    ];
  }
  const period = correctedPeriod(preceding);
  if (period) return periodRules(period, invoice.issue_date, preceding);
  return [
    ...preceding.flatMap((document, index) => [
      ...typeRules(document, documentType, index),
      ...numberRules(document, index),
      ...precedingDateRules(document, invoice.issue_date, index),
      ...(document.period ? [withoutPeriod(index)] : []),
    ]),
    ...repetitions(preceding),
  ];
}

const withoutPeriod = (index: number): Broken =>
  broken(
    arcaRule(10197),
    ['preceding', index, 'period'],
    'must be left out beside a number: a note corrects either documents or one period',
    { why: 'both' },
  );

/** First day that the authority accepts in a period is the one after this. */
const dayBeforePeriods = '2006-01-01';

/** 10206 to 10208 of the manual: the period must be after 2006-01-01 and end at most on the note's date. */
function periodRules({ start, end }: Period, issued: string, preceding: readonly Preceding[]): Broken[] {
  const path = ['preceding', 0, 'period'];
  if (preceding.length > 1) {
    const message = 'must be left out: a note corrects either documents or one period';
    return [broken(arcaRule(10197), ['preceding', 1], message, { why: 'both' })];
  }
  if (start <= dayBeforePeriods) {
    return [broken(arcaRule(10206), [...path, 'start'], `must be after ${dayBeforePeriods}`)];
  }
  if (end < start) return [broken(arcaRule(10207), [...path, 'end'], 'must not be before the start')];
  if (end <= issued) return [];
  return [broken(arcaRule(10208), [...path, 'end'], 'must not be after the date of this note')];
}

function typeRules(
  { ext }: Preceding,
  { corrects, letter }: Classified['documentType'],
  index: number,
): Broken[] {
  const path = ['preceding', index, 'ext', documentTypeExtension];
  const type = ext?.[documentTypeExtension];
  if (type === undefined)
    return [broken(goblRule('22'), path, 'is required: the type of the corrected document')];
  if (corrects.includes(type)) return [];
  return [
    broken(
      arcaRule(10040),
      path,
      `must be a type that a note of class ${letter} can correct: ${corrects.join(', ')}`,
      { why: 'class', letter, types: [...corrects] },
    ),
  ];
}

function numberRules({ series = '', code = '' }: Preceding, index: number): Broken[] {
  const isInRange = (text: string, most: number) =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  return [
    ...(isInRange(series, 99_998)
      ? []
      : [
          broken(arcaRule(10058), ['preceding', index, 'series'], 'must be a point of sale, from 1 to 99998'),
        ]),
    ...(isInRange(code, 99_999_998)
      ? []
      : [
          broken(
            arcaRule(10059),
            ['preceding', index, 'code'],
            'must be the number of the document, digits only',
            { why: 'number' },
          ),
        ]),
  ];
}

/** 10210: a note may precede the corrected document only within the same month. */
function precedingDateRules({ issue_date: date }: Preceding, issued: string, index: number): Broken[] {
  if (date === undefined || date <= issued || monthOf(date) === monthOf(issued)) return [];
  return [broken(arcaRule(10210), ['preceding', index, 'issue_date'], 'is in a later month than this note')];
}

function repetitions(preceding: Preceding[]): Broken[] {
  const seen = new Set<string>();
  return preceding.flatMap(({ ext, series, code }, index) => {
    const document = [ext?.[documentTypeExtension], Number(series), Number(code)].join('-');
    if (seen.has(document)) return [broken(arcaRule(10060), ['preceding', index], 'is listed twice')];
    seen.add(document);
    return [];
  });
}
