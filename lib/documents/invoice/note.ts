import Big from 'big.js';
import { buenosAiresDay } from '#lib/buenos-aires.ts';
import type { Document } from '../envelope.ts';
import { money, sumOf } from './amount.ts';
import { withCode } from './assumed.ts';
import type { Invoice } from './complete.ts';
import { documentType, noteTypeFor } from './document-types.ts';
import { documentTypeExtension, sameCurrencyExtension } from './extensions.ts';

/** What of an invoice a note is about. */
export type NoteExtent =
  | { kind: 'whole' }
  /** By their place, each with how much of it. */
  | { kind: 'lines'; lines: readonly { index: number; quantity: string }[] }
  /** Something else: interest, a difference. One empty line. */
  | { kind: 'other' };

interface NoteOf {
  /** Of the invoice's entry. */
  id: string;
  type: 'credit-note' | 'debit-note';
  extent: NoteExtent;
  now: Date;
}

/**
 * A note that corrects an authorized invoice, to be gone on with: the same parties, class and currency at the same
 * rate (unless it is paid in that currency: then the authority takes that of the day before, and no other), what is
 * chosen of its lines, and what it corrects. Nothing is calculated: the building does that.
 * @param invoice as it was built and authorized
 */
export function noteOf(invoice: Invoice & { code: string }, { id, type, extent, now }: NoteOf): Document {
  const { totals, payment, tax, issue_date, code, uuid: _, notes: __, preceding: ___, ...kept } = invoice;
  const corrected = tax?.ext?.[documentTypeExtension] ?? '';
  const lines = linesOf(invoice, extent);
  const share = shareOf(invoice, lines, extent);
  const isService = lines.some(({ item }) => item.key !== 'goods');
  const terms = isService ? { due_dates: [{ date: buenosAiresDay(now) }] } : undefined;
  const detail = payment?.terms?.detail;
  return {
    ...kept,
    ...(tax?.ext?.[sameCurrencyExtension] === 'S' ? { exchange_rates: othersOf(invoice) } : {}),
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
    ...(tax ? { tax: { ...tax, ...typeOf(tax, corrected, type) } } : {}),
    lines,
    discounts: extent.kind === 'other' ? undefined : kept.discounts?.map(shared(share)),
    charges: extent.kind === 'other' ? undefined : kept.charges?.map(shared(share)),
    payment: terms || detail ? { terms: { ...(detail ? { detail } : {}), ...terms } } : undefined,
  };
}

const othersOf = ({ exchange_rates: rates = [], currency }: Invoice) => {
  const others = rates.filter(({ from, to }) => from !== currency || to !== 'ARS');
  return others.length > 0 ? others : undefined;
};

type Lines = Invoice['lines'];

function linesOf({ lines }: Invoice, extent: NoteExtent): Lines {
  switch (extent.kind) {
    case 'whole':
      return lines;
    case 'lines':
      return extent.lines.flatMap(({ index, quantity }) => {
        const line = lines[index];
        return line ? [partOf(line, quantity)] : [];
      });
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

/** So much of a line; what was taken off it as an amount goes down with its quantity. */
function partOf(line: Lines[number], quantity: string): Lines[number] {
  const whole = new Big(line.quantity);
  const part = whole.eq(0) ? new Big(1) : new Big(quantity).div(whole);
  return {
    ...line,
    quantity,
    ...(line.discounts ? { discounts: line.discounts.map(shared(part)) } : {}),
    ...(line.charges ? { charges: line.charges.map(shared(part)) } : {}),
  };
}

/** How much of the invoice's lines there is, by what they come to. */
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

/** A percent stays one; an amount, and what a percent is of, are as much less as there is less of the rest. */
const shared =
  (share: Big) =>
  <Item extends { base?: string | undefined; percent?: string | undefined; amount?: string | undefined }>(
    item: Item,
  ): Item => ({
    ...item,
    ...(item.base ? { base: money(new Big(item.base).times(share)) } : {}),
    ...(item.amount && !item.percent ? { amount: money(new Big(item.amount).times(share)) } : {}),
  });

/** The usual code follows from class and type; of "A with the legend" another one does, which is written. */
function typeOf(tax: NonNullable<Invoice['tax']>, corrected: string, type: NoteOf['type']) {
  const letter = documentType(corrected)?.letter;
  const code = noteTypeFor(corrected, type)?.code ?? '';
  const isUsual = letter !== undefined && usualNotes.has(code);
  const { [documentTypeExtension]: _, ...ext } = tax.ext ?? {};
  const coded = withCode({ ...tax, ext }, documentTypeExtension, { given: code, assumed: code });
  const { meta } = coded;
  return isUsual ? { ext, meta } : { ext: coded.ext, meta };
}

const usualNotes = new Set(['2', '3', '7', '8', '12', '13']);
