import { type Area, lineHeight, type Paper, type Style } from './paper.ts';
import type { Fact } from './parties.ts';

/** Something to draw, and how much height it takes. */
export interface Block {
  height: number;
  draw(y: number): void;
}

/** `Label: value`, the value in as many lines as it takes. */
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

/** One below the other. */
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

/** Beside each other. */
export const beside = (blocks: Block[]): Block => ({
  height: Math.max(0, ...blocks.map(({ height }) => height)),
  draw(y) {
    for (const block of blocks) block.draw(y);
  },
});

/** With a frame around it. */
export const framed = (paper: Paper, block: Block, { x, width }: Omit<Area, 'y'>, padding = 6): Block => ({
  height: block.height + 2 * padding,
  draw(y) {
    paper.box({ x, y, width, height: block.height + 2 * padding });
    block.draw(y + padding);
  },
});

export const space = (height: number): Block => ({ height, draw: () => undefined });
