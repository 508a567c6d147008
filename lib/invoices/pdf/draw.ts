import type { Environment } from '#lib/authority-environment.ts';
import { type Block, textBlock } from './block.ts';
import { closingBlock } from './closing.ts';
import { copyBand, headingBlock, runningHead } from './heading.ts';
import type { IssuedInvoice } from './issued.ts';
import { titleOf } from './kind.ts';
import { contentWidth, createPaper, type Paper, sheet } from './paper.ts';
import { tableHead, tableRows } from './table.ts';
import { columnsOf, rowsOf } from './table-rows.ts';
import { fill, oneLine, texts } from './texts.ts';

const footHeight = 18;
const bottom = sheet.height - sheet.margin - footHeight;

/**
 * An authorized invoice on A4, original and duplicate, in Spanish: what RG 1415 and RG 4892 want on it. Made of the
 * invoice alone, so that the same invoice gives the same bytes.
 */
export function drawInvoicePdf(issued: IssuedInvoice, environment: Environment): Promise<Buffer> {
  const { invoice } = issued;
  const paper = createPaper({
    title: titleOf(issued),
    author: oneLine(invoice.supplier.name),
    date: new Date(`${invoice.issue_date}T12:00:00-03:00`),
  });
  const layout = layOut(paper, issued, environment);
  drawCopy(paper, layout, texts.copies.original);
  // Somebody who listens has heard it all.
  paper.hush();
  drawCopy(paper, layout, texts.copies.duplicate);
  return paper.finish();
}

interface Layout {
  issued: IssuedInvoice;
  environment: Environment;
  head: Block;
  runningHead: Block;
  tableHead: Block;
  /** The rows of each page. */
  pages: Block[][];
  closing: Block;
}

function layOut(paper: Paper, issued: IssuedInvoice, environment: Environment): Layout {
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
  return { ...parts, pages: intoPages(paper, [...rows, ...notesOf(paper, issued)], parts) };
}

function intoPages(paper: Paper, rows: Block[], parts: Omit<Layout, 'pages'>): Block[][] {
  const band = copyBand(paper, '', parts.environment).height;
  const room = (head: Block) => bottom - sheet.margin - band - head.height - parts.tableHead.height;
  const pages: Block[][] = [];
  let left = -1;
  for (const row of rows) {
    // Twice where a long heading leaves no room for a row below it.
    while (row.height > left && (pages.length < 2 || pages.at(-1)?.length !== 0)) {
      left = room(pages.length === 0 ? parts.head : parts.runningHead);
      pages.push([]);
    }
    pages.at(-1)?.push(row);
    left -= row.height;
  }
  // A page with the totals alone, where they have no room below the last row.
  return parts.closing.height > left ? [...pages, []] : pages;
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
    foot(paper, issued, { page: index + 1, pages: pages.length });
  }
}

function foot(paper: Paper, { cae }: IssuedInvoice, count: { page: number; pages: number }): void {
  const y = bottom + 6;
  const place = { x: sheet.margin, y, width: contentWidth };
  paper.ornament(() => {
    paper.text(`${texts.authorisation.cae} ${cae.number}`, place, { size: 7.5 });
    paper.text(fill('page', count), place, { size: 7.5, align: 'right' });
  });
}

/** What the issuer noted, below the lines. */
function notesOf(paper: Paper, { invoice: { notes = [] } }: IssuedInvoice): Block[] {
  const said = notes.flatMap(({ text }) => (typeof text === 'string' ? [oneLine(text)] : []));
  if (said.length === 0) return [];
  const place = { x: sheet.margin + 4, width: contentWidth - 8 };
  const lines = said.flatMap((note) => paper.wrap(note, place.width, { size: 7.5 }));
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
