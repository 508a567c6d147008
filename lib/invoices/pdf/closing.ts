import encodeQr from 'qr';
import { type Block, beside, factBlock, framed, space, stack, textBlock } from './block.ts';
import type { IssuedInvoice } from './issued.ts';
import { contentWidth, lineHeight, type Paper, rightEdge, sheet } from './paper.ts';
import type { Fact } from './parties.ts';
import { legendsOf, sumsOf, transparencyOf } from './sums.ts';
import { oneLine, texts, writtenDay } from './texts.ts';

const qrSide = 96;
const full = { x: sheet.margin, width: contentWidth };
const sumsWidth = 250;
const left = { x: sheet.margin + 8, width: contentWidth - sumsWidth - 24 };

/** What comes to what, what the law wants said, and the authority's word. It stays together on the last page. */
export function closingBlock(paper: Paper, issued: IssuedInvoice): Block {
  const { parts, total } = sumsOf(issued);
  const transparency = transparencyOf(issued);
  const sums = [...parts.map((fact) => sumBlock(paper, fact, 8.5)), space(2), sumBlock(paper, total, 11)];
  const words = [
    ...legendsOf(issued).map((legend) => textBlock(paper, legend, left, { size: 7.5 })),
    ...(transparency.length > 0
      ? [
          space(4),
          textBlock(paper, texts.transparency.title, left, { size: 7.5, font: 'bold' }),
          ...transparency.map((fact) => factBlock(paper, fact, left, 7.5)),
        ]
      : []),
  ];
  return stack([
    space(6),
    framed(paper, beside([stack(words), stack(sums)]), full),
    space(6),
    authorisationBlock(paper, issued),
  ]);
}

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
  const words = { x: sheet.margin + qrSide + 16, width: contentWidth - qrSide - 24 };
  const { authorisation } = texts;
  const said = stack([
    space(qrSide / 2 - 24),
    textBlock(paper, authorisation.title, words, { size: 11, font: 'bold' }),
    factBlock(paper, { label: authorisation.cae, value: cae.number }, words, 9.5),
    factBlock(paper, { label: authorisation.expiry, value: writtenDay(cae.expiry) }, words, 9.5),
  ]);
  return beside([qrBlock(paper, qr), said]);
}

/** Nothing may stand within four of its squares. */
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

/** A rectangle for the black squares that stand side by side: hairlines would show between single ones. */
function pathOfRow(squares: readonly boolean[], row: number): string[] {
  const found: string[] = [];
  for (let column = 0; column < squares.length; column++) {
    const from = column;
    while (squares[column]) column++;
    if (column > from) found.push(`${from} ${row} ${column - from} 1 re`);
  }
  return found;
}
