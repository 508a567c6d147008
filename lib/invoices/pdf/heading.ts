import { type Block, beside, factBlock, framed, space, stack, textBlock } from './block.ts';
import type { IssuedInvoice } from './issued.ts';
import { kindOf, titleOf } from './kind.ts';
import { contentWidth, type Paper, rightEdge, sheet } from './paper.ts';
import {
  correctionFacts,
  documentFacts,
  type Fact,
  issuerFacts,
  periodFacts,
  receiverFacts,
} from './parties.ts';
import { fill, oneLine, texts, writtenCuit, writtenDay } from './texts.ts';

const full = { x: sheet.margin, width: contentWidth };
const inner = { x: sheet.margin + 8, width: contentWidth - 16 };
const letterBox = 46;
const middle = sheet.width / 2;

/** The first page's: who issues what to whom. */
export function headingBlock(paper: Paper, issued: IssuedInvoice): Block {
  const boxes = [
    inColumns(paper, receiverFacts(issued), 2),
    inColumns(paper, periodFacts(issued), 3),
    stack(correctionFacts(issued).map((fact) => factBlock(paper, fact, inner))),
  ].filter(({ height }) => height > 0);
  return stack([
    issuerBlock(paper, issued),
    ...boxes.flatMap((box) => [framed(paper, box, full), space(0)]),
    space(6),
  ]);
}

function issuerBlock(paper: Paper, issued: IssuedInvoice): Block {
  const side = (contentWidth - letterBox) / 2 - 16;
  const left = { x: sheet.margin + 8, width: side };
  const right = { x: middle + letterBox / 2 + 8, width: side };
  const parts = beside([
    stack([
      textBlock(paper, oneLine(issued.invoice.supplier.name), left, { size: 13, font: 'bold' }, 'H1'),
      space(6),
      ...issuerFacts(issued).map((fact) => factBlock(paper, fact, left)),
    ]),
    letterBlock(paper, issued),
    stack([
      textBlock(paper, kindOf(issued.type).toUpperCase(), right, { size: 15, font: 'bold' }, 'H1'),
      space(2),
      ...documentFacts(issued).map((fact) => factBlock(paper, fact, right, 8.5)),
    ]),
  ]);
  const box = framed(paper, parts, full, 8);
  return {
    height: box.height,
    draw(y) {
      paper.line(middle, y + letterBox, middle, y + box.height);
      box.draw(y);
    },
  };
}

/** The class in a box of its own, and below it the authority's code of the document (RG 1415, annex II). */
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

/** Every other page's. */
export function runningHead(paper: Paper, issued: IssuedInvoice): Block {
  const { supplier, issue_date: date } = issued.invoice;
  const height = 16;
  return {
    height: height + 10,
    draw: (y) =>
      paper.ornament(() => {
        const name = `${titleOf(issued)} · ${writtenDay(date)}`;
        const issuer = `${oneLine(supplier.name)} · ${texts.heading.cuit} ${writtenCuit(supplier.tax_id.code)}`;
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

/** Which copy it is, and in the sandbox that it is worth nothing. */
export function copyBand(paper: Paper, label: string, environment: 'sandbox' | 'live'): Block {
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
