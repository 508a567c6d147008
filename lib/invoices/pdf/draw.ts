import Big from 'big.js';
import encodeQr from 'qr';
import type { Environment } from '#lib/authority-environment.ts';
import { money, sumOf } from '#lib/documents/invoice/amount.ts';
import { pesosForOne } from '#lib/documents/invoice/currencies.ts';
import { documentClasses } from '#lib/documents/invoice/document-types.ts';
import { isTaxCharge, taxTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import {
  bilingual,
  codeLabel,
  contentWidth,
  createPaper,
  documentKind,
  documentTitle,
  fill,
  formatCuit,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  type IssuedInvoice,
  isBilingual,
  lineHeight,
  oneLine,
  type Paper,
  rightEdge,
  type Style,
  sheet,
  texts,
} from './paper.ts';
import {
  correctionFacts,
  creditInvoiceFacts,
  documentFacts,
  exportFacts,
  type Fact,
  isForSimplifiedRegime,
  issuerFacts,
  periodFacts,
  receiverFacts,
} from './parties.ts';
import {
  type Block,
  beside,
  type Column,
  columnsOf,
  factBlock,
  framed,
  rowsOf,
  space,
  stack,
  type TableRow,
  textBlock,
} from './table.ts';

const footHeight = 18;
const bottom = sheet.height - sheet.margin - footHeight;

/**
 * Draws an authorized invoice on A4, original and duplicate, in Spanish, with the contents required by RG
 * 1415 and RG 4892. Depends only on the invoice, so the same invoice gives the same bytes.
 */
export function drawInvoicePdf(issued: IssuedInvoice, environment: Environment): Promise<Buffer> {
  const { invoice } = issued;
  const paper = createPaper({
    title: documentTitle(issued),
    author: oneLine(invoice.supplier.name),
    date: new Date(`${invoice.issue_date}T12:00:00-03:00`),
  });
  const layout = createLayout(paper, issued, environment);
  drawCopy(paper, layout, texts.copies.original);
  // The duplicate repeats what screen readers have read in the original.
  paper.hideFromScreenReaders();
  drawCopy(paper, layout, texts.copies.duplicate);
  return paper.finish();
}

interface Layout {
  issued: IssuedInvoice;
  environment: Environment;
  head: Block;
  runningHead: Block;
  tableHead: Block;
  pages: Block[][];
  closing: Block;
}

function createLayout(paper: Paper, issued: IssuedInvoice, environment: Environment): Layout {
  const columns = columnsOf(issued);
  const parts = {
    issued,
    environment,
    head: headingBlock(paper, issued),
    runningHead: runningHead(paper, issued),
    tableHead: tableHead(paper, columns),
    closing: closingBlock(paper, issued),
  };
  const rows = rowsOf(issued).flatMap((row) => tableRows(paper, columns, row));
  return { ...parts, pages: paginate(paper, [...rows, ...notesOf(paper, issued)], parts) };
}

function paginate(paper: Paper, rows: Block[], parts: Omit<Layout, 'pages'>): Block[][] {
  const band = copyBand(paper, '', parts.environment).height;
  const availableHeight = (head: Block) =>
    bottom - sheet.margin - band - head.height - parts.tableHead.height;
  const pages: Block[][] = [];
  let remainingHeight = -1;
  for (const row of rows) {
    // Runs twice if the heading of the first page leaves no room for a row.
    while (row.height > remainingHeight && (pages.length < 2 || pages.at(-1)?.length !== 0)) {
      remainingHeight = availableHeight(pages.length === 0 ? parts.head : parts.runningHead);
      pages.push([]);
    }
    pages.at(-1)?.push(row);
    remainingHeight -= row.height;
  }
  // Adds a page for the totals if they do not fit below the last row.
  return parts.closing.height > remainingHeight ? [...pages, []] : pages;
}

function drawCopy(paper: Paper, layout: Layout, label: string): void {
  const { pages, environment, issued } = layout;
  let closeTable = () => {};
  for (const [index, rows] of pages.entries()) {
    const isFirst = index === 0;
    paper.newPage();
    if (environment === 'sandbox') paper.watermark(texts.watermark);
    let y: number = sheet.margin;
    const put = (block: Block) => {
      block.draw(y);
      y += block.height;
    };
    put(copyBand(paper, label, environment));
    put(isFirst ? layout.head : layout.runningHead);
    if (isFirst) closeTable = paper.open('Table');
    if (rows.length > 0) put(layout.tableHead);
    for (const row of rows) put(row);
    if (index === pages.length - 1) {
      closeTable();
      paper.line(sheet.margin, y, sheet.margin + contentWidth, y);
      put(layout.closing);
    }
    drawFooter(paper, issued, { page: index + 1, pages: pages.length });
  }
}

function drawFooter(paper: Paper, { cae }: IssuedInvoice, count: { page: number; pages: number }): void {
  const y = bottom + 6;
  const place = { x: sheet.margin, y, width: contentWidth };
  paper.ornament(() => {
    paper.text(`${texts.authorisation.cae} ${cae.number}`, place, { size: 7.5 });
    paper.text(fill('page', count), place, { size: 7.5, align: 'right' });
  });
}

/** The issuer's notes, as rows below the lines. */
function notesOf(paper: Paper, { invoice: { notes = [] } }: IssuedInvoice): Block[] {
  const noteTexts = notes.flatMap(({ text }) => (typeof text === 'string' ? [oneLine(text)] : []));
  if (noteTexts.length === 0) return [];
  const place = { x: sheet.margin + 4, width: contentWidth - 8 };
  const lines = noteTexts.flatMap((note) => paper.wrap(note, place.width, { size: 7.5 }));
  return [
    textBlock(paper, texts.table.notes, place, { size: 7.5, font: 'bold' }, 'TD'),
    ...lines.map((line) => textBlock(paper, line, place, { size: 7.5 }, 'TD')),
  ].map((cell) => inRow(paper, cell));
}

const inRow = (paper: Paper, cell: Block): Block => ({
  height: cell.height,
  draw(y) {
    const close = paper.open('TR');
    cell.draw(y);
    close();
  },
});

const qrSide = 96;
const fullWidth = { x: sheet.margin, width: contentWidth };
const sumsWidth = 250;
const left = { x: sheet.margin + 8, width: contentWidth - sumsWidth - 24 };

/** Totals, legal texts and authorization: one block, which is never split between pages. */
function closingBlock(paper: Paper, issued: IssuedInvoice): Block {
  const { parts, total } = sumsOf(issued);
  const transparency = transparencyOf(issued);
  const taxes = otherTaxesOf(issued.invoice);
  const [lastSum = total] = labelled(issued, [total]);
  const sums = [
    ...labelled(issued, parts).map((fact) => sumBlock(paper, fact, 8.5)),
    space(2),
    sumBlock(paper, lastSum, 11),
  ];
  const textBlocks = [
    ...legendsOf(issued).map((legend) => textBlock(paper, legend, left, { size: 7.5 })),
    ...titled(
      paper,
      labels.otherTaxesTitle,
      taxes.map(({ text }) => textBlock(paper, text, left, { size: 7.5 })),
    ),
    ...titled(
      paper,
      texts.transparency.title,
      transparency.map((fact) => factBlock(paper, fact, left, 7.5)),
    ),
  ];
  return stack([
    space(6),
    framed(paper, beside([stack(textBlocks), stack(sums)]), fullWidth),
    space(6),
    authorisationBlock(paper, issued),
  ]);
}

const titled = (paper: Paper, title: string, blocks: Block[]): Block[] =>
  blocks.length === 0
    ? []
    : [space(4), textBlock(paper, title, left, { size: 7.5, font: 'bold' }), ...blocks];

function sumBlock(paper: Paper, { label, value }: Fact, size: number): Block {
  const x = rightEdge - 8 - sumsWidth;
  return {
    height: lineHeight(size),
    draw: (y) =>
      paper.tagged('P', () => {
        const style = { size, font: 'bold', align: 'right' } as const;
        paper.text(`${oneLine(label)}: `, { x, y, width: sumsWidth - 105 }, style);
        const font = size > 9 ? 'bold' : 'regular';
        paper.text(value, { x: x + sumsWidth - 105, y, width: 105 }, { ...style, font });
      }),
  };
}

function authorisationBlock(paper: Paper, { cae, qr }: IssuedInvoice): Block {
  const textArea = { x: sheet.margin + qrSide + 16, width: contentWidth - qrSide - 24 };
  const { authorisation } = texts;
  const authorisationText = stack([
    space(qrSide / 2 - 24),
    textBlock(paper, authorisation.title, textArea, { size: 11, font: 'bold' }),
    factBlock(paper, { label: authorisation.cae, value: cae.number }, textArea, 9.5),
    factBlock(paper, { label: authorisation.expiry, value: formatDate(cae.expiry) }, textArea, 9.5),
  ]);
  return beside([qrBlock(paper, qr), authorisationText]);
}

/** The QR code with the required margin of four modules. */
function qrBlock(paper: Paper, qr: string): Block {
  const rows = encodeQr(qr, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap(pathOfRow).join('\n');
  return {
    height: qrSide,
    draw: (y) =>
      paper.tagged('Figure', () => paper.fill(path, { x: sheet.margin, y }, qrSide / rows.length), {
        alt: texts.authorisation.qr,
      }),
  };
}

/** Merges adjacent dark modules of a row into one rectangle, to avoid hairlines between them. */
function pathOfRow(squares: readonly boolean[], row: number): string[] {
  const found: string[] = [];
  for (let column = 0; column < squares.length; column++) {
    const from = column;
    while (squares[column]) column++;
    if (column > from) found.push(`${from} ${row} ${column - from} 1 re`);
  }
  return found;
}

const { totals: labels } = texts;

/** Sums from the subtotal down to the total, with VAT as the class shows it. */
function sumsOf({ invoice, type }: Pick<IssuedInvoice, 'invoice' | 'type'>): {
  parts: Fact[];
  total: Fact;
} {
  const { totals, currency } = invoice;
  const taxes = otherTaxesOf(invoice);
  const taxed = sumOf(taxes.map(({ amount }) => amount));
  const sold = new Big(totals.total).minus(taxed);
  const fact = (label: string, amount: string): Fact => ({ label, value: formatMoney(amount, currency) });
  return {
    parts: [
      ...saleFacts({ invoice, type }, sold, fact),
      ...(taxes.length > 0 ? [fact(labels.otherTaxes, money(taxed))] : []),
    ],
    total: fact(labels.total, totals.payable),
  };
}

type MakeFact = (label: string, amount: string) => Fact;

function saleFacts(
  { invoice, type }: Pick<IssuedInvoice, 'invoice' | 'type'>,
  sold: Big,
  fact: MakeFact,
): Fact[] {
  const { totals, tax } = invoice;
  const { vat } = documentClasses[type.letter].paper;
  if (vat === 'by-rate') return byRate(invoice, fact);
  if (vat === 'none') return [fact(labels.subtotal, money(sold))];
  if (tax?.prices_include) return [fact(labels.subtotal, money(sold.plus(totals.tax)))];
  return [fact(labels.subtotalWithoutVat, money(sold)), fact(labels.allVat, totals.tax)];
}

function byRate({ totals }: Invoice, fact: MakeFact): Fact[] {
  const rates = totals.taxes?.categories[0].rates ?? [];
  const taxed = rates.flatMap(({ base, percent }) =>
    percent ? [fact(fill('totals.net', { percent: formatPercent(percent) }), base)] : [],
  );
  const vat = rates.flatMap(({ amount, percent }) =>
    percent ? [fact(fill('totals.vat', { percent: formatPercent(percent) }), amount)] : [],
  );
  const untaxed = rates.flatMap(({ key, base }) =>
    key === 'exempt' || key === 'outside-scope' ? [fact(labels[key], base)] : [],
  );
  return [...taxed, ...untaxed, ...vat];
}

interface OtherTax {
  code: string;
  /** Name, percent, stated base and amount. */
  text: string;
  amount: Big;
}

/** The block of totals is never split between pages, so more taxes are summed by type. */
const maxListedTaxes = 20;
/** As many characters as the authority gets. */
const maxTaxName = 80;

/** Other taxes: perceptions, internal taxes and the like, by percent or of a fixed amount. */
function otherTaxesOf({ charges = [], currency }: Invoice): OtherTax[] {
  const taxes = charges.filter(isTaxCharge);
  const codeOf = ({ ext }: Pick<(typeof taxes)[number], 'ext'>) => ext?.[taxTypeExtension] ?? '99';
  const tax = (code: string, name: string, amount: Big): OtherTax => {
    const named = { name, amount: formatMoney(money(amount), currency) };
    return { code, text: fill('totals.otherTax', named), amount };
  };
  if (taxes.length > maxListedTaxes) {
    return [...Map.groupBy(taxes, codeOf)].map(([code, all]) =>
      tax(code, codeLabel(texts.otherTaxes, code), sumOf(all.map(({ amount }) => new Big(amount ?? 0)))),
    );
  }
  return taxes.map((charge) => {
    const { reason, percent, base, amount } = charge;
    const code = codeOf(charge);
    const name = reason ? oneLine(reason).slice(0, maxTaxName) : codeLabel(texts.otherTaxes, code);
    const facts = [
      name,
      ...(percent ? [formatPercent(percent)] : []),
      ...(base ? [fill('totals.base', { base: formatMoney(base, currency) })] : []),
    ];
    return tax(code, facts.join(' '), new Big(amount ?? 0));
  });
}

/** Tax types of national and internal taxes. Perceptions are left out, because they are not part of the price. */
const nationalTaxes = ['1', '4'];

/** Taxes contained in the price, required for final consumers (Ley 27.743, RG 5614/2024). */
function transparencyOf({ invoice, type }: IssuedInvoice): Fact[] {
  if (!documentClasses[type.letter].paper.hasTransparencyBox) return [];
  const { transparency } = texts;
  const national = otherTaxesOf(invoice).filter(({ code }) => nationalTaxes.includes(code));
  return [
    { label: transparency.vat, value: formatMoney(invoice.totals.tax, invoice.currency) },
    {
      label: transparency.otherNational,
      value: formatMoney(money(sumOf(national.map(({ amount }) => amount))), invoice.currency),
    },
  ];
}

function legendsOf(issued: IssuedInvoice): string[] {
  return [
    ...(issued.type.hasWithholdingLegend ? [texts.legends.withholding] : []),
    ...(isForSimplifiedRegime(issued) ? [texts.legends.simplifiedRegime] : []),
    ...(issued.type.isCreditInvoice && issued.type.type === 'standard'
      ? [texts.legends.creditInvoiceAcceptance, texts.legends.creditInvoiceTransfer]
      : []),
    ...exchangeOf(issued.invoice),
  ];
}

function exchangeOf(invoice: Invoice): string[] {
  const { currency } = invoice;
  if (currency === 'ARS') return [];
  const named = fill('totals.currency', { name: codeLabel(texts.currencies, currency), currency });
  const rate = pesosForOne(invoice);
  if (!rate) return [named];
  const inPesos = money(new Big(invoice.totals.payable).times(rate).round(2, Big.roundHalfEven));
  return [
    named,
    fill('totals.rate', { currency, rate: formatNumber(rate) }),
    fill('totals.inPesos', { amount: formatNumber(inPesos) }),
  ];
}

const headingFull = { x: sheet.margin, width: contentWidth };
const inner = { x: sheet.margin + 8, width: contentWidth - 16 };
const letterBox = 46;
const middle = sheet.width / 2;

/** Heading of the first page: issuer, document and receiver. Labels in two languages need the whole width. */
function headingBlock(paper: Paper, issued: IssuedInvoice): Block {
  const boxes = [
    inColumns(paper, labelled(issued, receiverFacts(issued)), isBilingual(issued) ? 1 : 2),
    inColumns(paper, labelled(issued, periodFacts(issued)), isBilingual(issued) ? 1 : 3),
    stack(creditInvoiceFacts(issued).map((fact) => factBlock(paper, fact, inner))),
    inColumns(paper, labelled(issued, exportFacts(issued)), isBilingual(issued) ? 1 : 2),
    stack(labelled(issued, correctionFacts(issued)).map((fact) => factBlock(paper, fact, inner))),
  ].filter(({ height }) => height > 0);
  return stack([
    issuerBlock(paper, issued),
    ...boxes.flatMap((box) => [framed(paper, box, headingFull), space(0)]),
    space(6),
  ]);
}

const labelled = (issued: IssuedInvoice, facts: Fact[]): Fact[] =>
  facts.map(({ label, value }) => ({ label: bilingual(issued, label), value }));

function issuerBlock(paper: Paper, issued: IssuedInvoice): Block {
  const side = (contentWidth - letterBox) / 2 - 16;
  const left = { x: sheet.margin + 8, width: side };
  const right = { x: middle + letterBox / 2 + 8, width: side };
  const parts = beside([
    stack([
      textBlock(paper, oneLine(issued.invoice.supplier.name), left, { size: 13, font: 'bold' }, 'H1'),
      space(6),
      ...labelled(issued, issuerFacts(issued)).map((fact) => factBlock(paper, fact, left)),
    ]),
    letterBlock(paper, issued),
    stack([
      textBlock(
        paper,
        bilingual(issued, documentKind(issued.type)).toUpperCase(),
        right,
        { size: 15, font: 'bold' },
        'H1',
      ),
      space(2),
      ...labelled(issued, documentFacts(issued)).map((fact) => factBlock(paper, fact, right, 8.5)),
    ]),
  ]);
  const box = framed(paper, parts, headingFull, 8);
  return {
    height: box.height,
    draw(y) {
      paper.line(middle, y + letterBox, middle, y + box.height);
      box.draw(y);
    },
  };
}

/** The class in a box, with the authority's document code below it (RG 1415, annex II). */
function letterBlock(paper: Paper, { type }: IssuedInvoice): Block {
  const x = middle - letterBox / 2;
  return {
    height: letterBox,
    draw(y) {
      const top = y - 8;
      paper.box({ x, y: top, width: letterBox, height: letterBox });
      paper.tagged('P', () => {
        const place = { x, y: top, width: letterBox };
        paper.text(type.letter, place, { size: 24, font: 'bold', align: 'center' });
        const code = fill('code', { code: type.code.padStart(2, '0') });
        paper.text(code, { ...place, y: top + 31 }, { size: 7.5, font: 'bold', align: 'center' });
      });
    },
  };
}

function inColumns(paper: Paper, facts: Fact[], columns: number): Block {
  const width = inner.width / columns;
  const cells = facts.map((fact, index) =>
    factBlock(paper, fact, { x: inner.x + (index % columns) * width, width: width - 8 }),
  );
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    beside(cells.slice(row * columns, (row + 1) * columns)),
  );
  return stack(rows);
}

function runningHead(paper: Paper, issued: IssuedInvoice): Block {
  const { supplier, issue_date: date } = issued.invoice;
  const height = 16;
  return {
    height: height + 10,
    draw: (y) =>
      paper.ornament(() => {
        const name = `${documentTitle(issued)} · ${formatDate(date)}`;
        const issuer = `${oneLine(supplier.name)} · ${texts.heading.cuit} ${formatCuit(supplier.tax_id.code)}`;
        paper.text(
          name,
          { x: sheet.margin, y: y + 4, width: contentWidth * 0.45 },
          { size: 9, font: 'bold' },
        );
        const place = { x: sheet.margin + contentWidth * 0.47, y: y + 4, width: contentWidth * 0.53 };
        paper.text(issuer, place, { size: 8, align: 'right' });
      }),
  };
}

/** Name of the copy; in the sandbox also a note that the invoice is not valid. */
function copyBand(paper: Paper, label: string, environment: 'sandbox' | 'live'): Block {
  const size = 10;
  const height = 18;
  return {
    height: height + (environment === 'sandbox' ? height : 0),
    draw(y) {
      const line = (text: string, top: number) => {
        paper.box({ x: sheet.margin, y: top, width: rightEdge - sheet.margin, height });
        const place = { x: sheet.margin, y: top + 2, width: contentWidth };
        paper.tagged('P', () => paper.text(text, place, { size, font: 'bold', align: 'center' }));
      };
      line(label, y);
      if (environment === 'sandbox') line(texts.sandbox, y + height);
    },
  };
}

const size = 7.5;
const padding = 2.5;
/** Longer rows are split, so that each part fits on a page. */
const maxLinesPerRow = 20;
const columnGap = 4;

interface TableCell {
  lines: string[];
  style: Style;
  x: number;
  width: number;
}

function tableHead(paper: Paper, columns: Column[]): Block {
  const cells = columns.map((column, index) => {
    const style: Style = { size: 7, font: 'bold', align: column.align };
    const { x, width } = edgesOf(columns, index);
    return { lines: paper.wrap(column.heading, width, style), style, x, width };
  });
  const { height, draw } = rowOf(paper, cells, 'TH');
  return {
    height,
    draw(y) {
      paper.box({ x: sheet.margin, y, width: contentWidth, height });
      draw(y);
    },
  };
}

/** Rows of the table for one line of the invoice: several if its first cell has many lines. */
function tableRows(paper: Paper, columns: Column[], { cells, remarks }: TableRow): Block[] {
  const { x, width } = edgesOf(columns, 0);
  const lines = [cells[0] ?? '', ...remarks].flatMap((text) => paper.wrap(text, width, { size }));
  const pieces = Array.from({ length: Math.ceil(lines.length / maxLinesPerRow) }, (_, piece) =>
    lines.slice(piece * maxLinesPerRow, (piece + 1) * maxLinesPerRow),
  );
  return pieces.map((piece, index) => {
    const others = cells.slice(1).map((text, at) => ({
      lines: [index === 0 ? text : ''],
      style: { size, align: columns[at + 1]?.align ?? 'left' } satisfies Style,
      ...edgesOf(columns, at + 1),
    }));
    return rowOf(paper, [{ lines: piece, style: { size }, x, width }, ...others], 'TD');
  });
}

function rowOf(paper: Paper, cells: TableCell[], tag: 'TH' | 'TD'): Block {
  const height =
    Math.max(...cells.map(({ lines, style }) => lines.length * lineHeight(style.size))) + 2 * padding;
  return {
    height,
    draw(y) {
      const close = paper.open('TR');
      for (const { lines, style, x, width } of cells) {
        paper.tagged(tag, () => {
          for (const [index, line] of lines.entries()) {
            paper.text(line, { x, y: y + padding + index * lineHeight(style.size), width }, style);
          }
        });
      }
      close();
    },
  };
}

function edgesOf(columns: Column[], index: number): { x: number; width: number } {
  const offset = columns.slice(0, index).reduce((sum, { width }) => sum + width, 0);
  const x = sheet.margin + offset + columnGap;
  const width = Math.min(columns[index]?.width ?? 0, rightEdge - x + columnGap) - 2 * columnGap;
  return { x, width };
}
