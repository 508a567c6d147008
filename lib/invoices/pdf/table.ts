import type { Block } from './block.ts';
import { contentWidth, lineHeight, type Paper, rightEdge, type Style, sheet } from './paper.ts';
import type { Column, TableRow } from './table-rows.ts';

const size = 7.5;
const padding = 2.5;
/** A row that is longer goes on in the next, so that each fits on a page. */
const mostLines = 20;
const between = 4;

interface Cell {
  lines: string[];
  style: Style;
  x: number;
  width: number;
}

export function tableHead(paper: Paper, columns: Column[]): Block {
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

/** One row, or several where its first cell has many lines. */
export function tableRows(paper: Paper, columns: Column[], { cells, remarks }: TableRow): Block[] {
  const { x, width } = edgesOf(columns, 0);
  const lines = [cells[0] ?? '', ...remarks].flatMap((text) => paper.wrap(text, width, { size }));
  const pieces = Array.from({ length: Math.ceil(lines.length / mostLines) }, (_, piece) =>
    lines.slice(piece * mostLines, (piece + 1) * mostLines),
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

function rowOf(paper: Paper, cells: Cell[], tag: 'TH' | 'TD'): Block {
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
  const before = columns.slice(0, index).reduce((sum, { width }) => sum + width, 0);
  const x = sheet.margin + before + between;
  const width = Math.min(columns[index]?.width ?? 0, rightEdge - x + between) - 2 * between;
  return { x, width };
}
