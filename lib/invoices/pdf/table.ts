import Big from 'big.js';
import { money, sumOf } from '#lib/documents/invoice/amount.ts';
import { documentClasses } from '#lib/documents/invoice/document-types.ts';
import { isTaxCharge } from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { type VatShare, vatSharesOf } from '#lib/documents/invoice/totals.ts';
import {
  type Area,
  bilingual,
  codeLabel,
  formatNumber,
  formatPercent,
  type IssuedInvoice,
  isBilingual,
  lineHeight,
  oneLine,
  type Paper,
  type Style,
  texts,
} from './paper.ts';
import type { Fact } from './parties.ts';

export interface Column {
  heading: string;
  /** In points. */
  width: number;
  align: 'left' | 'right';
}

export interface TableRow {
  /** One per column; the first may need several lines. */
  cells: string[];
  /** Shown below the first cell. */
  remarks: string[];
}

type Line = Invoice['lines'][number];
type Adjustment = NonNullable<Line['discounts']>[number];

/**
 * Columns of the table. The headings state whether prices include VAT.
 */
export function columnsOf(issued: IssuedInvoice): Column[] {
  const { invoice, type } = issued;
  const { table } = texts;
  const { hasVat } = documentClasses[type.letter];
  const priceBasis = invoice.tax?.prices_include ? table.withVat : table.withoutVat;
  const suffix = hasVat ? ` ${priceBasis}` : '';
  const right = (heading: string, width: number): Column => ({
    heading: bilingual(issued, heading),
    width,
    align: 'right',
  });
  return [
    { heading: bilingual(issued, table.description), width: hasVat ? 171 : 219, align: 'left' },
    right(table.quantity, 50),
    { heading: bilingual(issued, table.unit), width: 48, align: 'left' },
    right(`${table.price}${suffix}`, 76),
    right(table.discount, 58),
    ...(hasVat ? [right(table.vat, 48)] : []),
    right(`${table.subtotal}${suffix}`, 72),
  ];
}

/** Rows of the lines, then of the discounts and charges of the whole document that are part of the subtotal. */
export function rowsOf(issued: IssuedInvoice): TableRow[] {
  const { invoice, type } = issued;
  const unitOf = (unit = '') => (isBilingual(issued) ? unit : codeLabel(texts.table.units, unit));
  const shares = vatSharesOf(invoice);
  const { hasVat } = documentClasses[type.letter];
  const vat = (line: { taxes?: Line['taxes'] | undefined }) => (hasVat ? [vatOf(line)] : []);
  const adjustmentRow = (
    name: string,
    amount: string,
    adjustment: Pick<Adjustment, 'reason' | 'percent'> & Pick<Line, 'taxes'>,
    parts: VatShare[] = [],
  ) => {
    const [only, second] = parts;
    const vatCells = only && !second ? [vatLabel(only)] : vat(adjustment);
    return {
      cells: [adjustmentText(name, adjustment), '', '', '', '', ...vatCells, formatNumber(amount)],
      remarks: second ? [vatSharesText(parts, amount.startsWith('-') ? '-' : '')] : [],
    };
  };
  return [
    ...invoice.lines.map((line) => ({
      cells: [
        oneLine([line.item.ref, line.item.name].filter(Boolean).join(' · ')),
        formatNumber(line.quantity),
        oneLine(unitOf(line.item.unit)),
        formatNumber(line.item.price),
        discountRemarks(line.discounts),
        ...vat(line),
        formatNumber(line.total),
      ],
      remarks: remarksOf(line),
    })),
    ...(invoice.discounts ?? []).map((discount, index) =>
      adjustmentRow(
        texts.table.documentDiscount,
        `-${discount.amount ?? '0'}`,
        discount,
        shares.discounts[index],
      ),
    ),
    ...(invoice.charges ?? []).flatMap((charge, index) =>
      isTaxCharge(charge)
        ? []
        : [adjustmentRow(texts.table.documentCharge, charge.amount ?? '0', charge, shares.charges[index])],
    ),
  ];
}

/**
 * Text with an adjustment's amount for each VAT rate, so that the printed amounts add up to each rate's net.
 */
const vatSharesText = (parts: VatShare[], sign: string): string =>
  `${texts.table.spread}: ${parts
    .map((part) => `${vatLabel(part)}: ${formatNumber(`${sign}${part.amount}`)}`)
    .join('; ')}`;

function remarksOf({ item, charges = [] }: Line): string[] {
  return [
    ...(item.description ? [oneLine(item.description)] : []),
    ...charges.map(
      (charge) => `${adjustmentText(texts.table.lineCharge, charge)}: ${formatNumber(charge.amount ?? '0')}`,
    ),
  ];
}

function adjustmentText(name: string, { reason, percent }: Pick<Adjustment, 'reason' | 'percent'>): string {
  const how = percent ? ` ${formatPercent(percent)}` : '';
  return `${name}${how}${reason ? ` (${oneLine(reason)})` : ''}`;
}

function discountRemarks(discounts: Adjustment[] = []): string {
  if (discounts.length === 0) return '';
  return formatNumber(money(sumOf(discounts.map(({ amount }) => new Big(amount ?? 0)))));
}

function vatOf({ taxes }: { taxes?: Line['taxes'] | undefined }): string {
  const [combo] = taxes ?? [];
  return combo ? vatLabel(combo) : '';
}

const vatLabel = ({ key, percent }: { key?: string | undefined; percent?: string | undefined }): string =>
  percent ? formatPercent(percent) : texts.table[key === 'exempt' ? key : 'outside-scope'];

/** Something to draw, with its height in points. */
export interface Block {
  height: number;
  draw(y: number): void;
}

/** `Label: value`, with the value wrapped. */
export function factBlock(
  paper: Paper,
  { label, value }: Fact,
  { x, width }: Omit<Area, 'y'>,
  size = 8,
): Block {
  const bold: Style = { size, font: 'bold' };
  const lead = `${label}: `;
  const indent = paper.widthOf(lead, bold);
  const lines = paper.wrap(value, width - indent, { size });
  return {
    height: lines.length * lineHeight(size),
    draw: (y) =>
      paper.tagged('P', () => {
        paper.text(lead, { x, y, width }, bold);
        for (const [index, line] of lines.entries()) {
          paper.text(
            line,
            { x: x + indent, y: y + index * lineHeight(size), width: width - indent },
            { size },
          );
        }
      }),
  };
}

export function textBlock(
  paper: Paper,
  text: string,
  { x, width }: Omit<Area, 'y'>,
  style: Style,
  tag = 'P',
): Block {
  const lines = paper.wrap(text, width, style);
  return {
    height: lines.length * lineHeight(style.size),
    draw: (y) =>
      paper.tagged(tag, () => {
        for (const [index, line] of lines.entries()) {
          paper.text(line, { x, y: y + index * lineHeight(style.size), width }, style);
        }
      }),
  };
}

export function stack(blocks: Block[]): Block {
  return {
    height: blocks.reduce((sum, { height }) => sum + height, 0),
    draw(y) {
      let at = y;
      for (const block of blocks) {
        block.draw(at);
        at += block.height;
      }
    },
  };
}

export const beside = (blocks: Block[]): Block => ({
  height: Math.max(0, ...blocks.map(({ height }) => height)),
  draw(y) {
    for (const block of blocks) block.draw(y);
  },
});

export const framed = (paper: Paper, block: Block, { x, width }: Omit<Area, 'y'>, padding = 6): Block => ({
  height: block.height + 2 * padding,
  draw(y) {
    paper.box({ x, y, width, height: block.height + 2 * padding });
    block.draw(y + padding);
  },
});

export const space = (height: number): Block => ({ height, draw: () => undefined });
