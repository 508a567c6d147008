import PDFDocument from 'pdfkit';
import { type Fonts, fonts } from './fonts.ts';

/** Points of an A4 sheet, 72 to the inch. */
export const sheet = { width: 595.28, height: 841.89, margin: 36 } as const;
export const contentWidth = sheet.width - 2 * sheet.margin;
export const rightEdge = sheet.width - sheet.margin;

export interface Style {
  size: number;
  font?: keyof Fonts;
  align?: 'left' | 'right' | 'center';
  colour?: string;
}

/** Where a text stands: its upper left corner, and how much room it has to the right. */
export interface Area {
  x: number;
  y: number;
  width: number;
}

/** Makes room for `size` points of height and a little air. */
export const lineHeight = (size: number): number => size * 1.36;

const smallest = 3;

export type Paper = ReturnType<typeof createPaper>;

/**
 * A PDF to draw on, from the upper left corner: real text in reading order, of which a reader's machine is told what
 * it is (`tagged`), and ornaments, which it passes over.
 */
export function createPaper({ title, author, date }: { title: string; author: string; date: Date }) {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-AR',
    displayTitle: true,
    // `choose` brings the fonts by their names; one that was brought without is opened anew each time.
    font: null as unknown as string,
    info: { Title: title, Author: author, Creator: 'Alta', CreationDate: date },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const root = document.struct('Document');
  document.addStructure(root);
  let elements: PDFKit.PDFStructureElement[] = [root];

  const choose = ({ size, font = 'regular', colour = '#000000' }: Style) =>
    document
      .font(fonts()[font] as unknown as string, font)
      .fontSize(size)
      .fillColor(colour);

  const widthOf = (text: string, style: Style): number => {
    choose(style);
    return document.widthOfString(text);
  };

  /** One line. What has not enough room becomes smaller. */
  function text(content: string, { x, y, width }: Area, style: Style): void {
    if (!content) return;
    const natural = widthOf(content, style);
    const size = natural <= width ? style.size : Math.max(smallest, (style.size * width) / natural);
    const taken = natural <= width ? natural : widthOf(content, { ...style, size });
    const spare = { left: 0, center: (width - taken) / 2, right: width - taken }[style.align ?? 'left'];
    document.text(content, x + spare, y + (style.size - size), { lineBreak: false });
  }

  /** The lines of a text; a word that is too long for one is cut. */
  function wrap(content: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    let current = '';
    for (const word of content.split(' ').flatMap((long) => cut(long, width, style))) {
      const longer = current ? `${current} ${word}` : word;
      if (current && widthOf(longer, style) > width) {
        lines.push(current);
        current = word;
      } else current = longer;
    }
    return [...lines, current];
  }

  function cut(word: string, width: number, style: Style): string[] {
    if (widthOf(word, style) <= width) return [word];
    const pieces: string[] = [];
    let piece = '';
    for (const character of word) {
      if (piece && widthOf(piece + character, style) > width) {
        pieces.push(piece);
        piece = '';
      }
      piece += character;
    }
    return [...pieces, piece];
  }

  /** What says nothing: lines, boxes, and what was said already. */
  function ornament(draw: () => void): void {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  }

  /** Text of one kind: `P`, `TD`. Within `open('Artifact')` it says nothing. */
  function tagged(tag: string, draw: () => void, options: { alt?: string } = {}): void {
    const parent = elements.at(-1);
    if (parent) parent.add(document.struct(tag, options, draw));
    else ornament(draw);
  }

  /** All that is drawn until the function that it gives is called belongs together. */
  function open(tag: string): () => void {
    const parent = elements.at(-1);
    if (!parent) return () => undefined;
    const element = document.struct(tag);
    parent.add(element);
    elements.push(element);
    return () => {
      elements.pop();
      element.end();
    };
  }

  return {
    widthOf,
    wrap,
    text,
    tagged,
    ornament,
    open,
    newPage: () => void document.addPage(),
    /** From here on nothing is told: the reader has heard it. */
    hush: () => {
      root.end();
      elements = [];
    },
    line: (x1: number, y1: number, x2: number, y2: number) =>
      ornament(() => document.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.6).stroke('#000000')),
    box: ({ x, y, width, height }: Area & { height: number }) =>
      ornament(() => document.rect(x, y, width, height).lineWidth(0.6).stroke('#000000')),
    /** Black squares of `side` at column and row. */
    squares: (rows: readonly (readonly boolean[])[], { x, y }: Pick<Area, 'x' | 'y'>, side: number) => {
      for (const [row, cells] of rows.entries()) {
        for (const [start, length] of runs(cells)) {
          document.rect(x + start * side, y + row * side, length * side, side);
        }
      }
      document.fill('#000000');
    },
    watermark: (content: string) =>
      ornament(() => {
        document.save();
        document.rotate(-52, { origin: [sheet.width / 2, sheet.height / 2] });
        const style: Style = { size: 58, font: 'bold', align: 'center', colour: '#e6e6e6' };
        text(content, { x: -100, y: sheet.height / 2 - 40, width: sheet.width + 200 }, style);
        document.restore();
      }),
    finish: (): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        document.on('error', reject);
        document.on('end', () => resolve(Buffer.concat(chunks)));
        document.end();
      }),
  };
}

/** Where black cells begin, and how many stand side by side: hairlines would show between single ones. */
function runs(cells: readonly boolean[]): [start: number, length: number][] {
  const found: [number, number][] = [];
  for (const [column, black] of cells.entries()) {
    const last = found.at(-1);
    if (black && last && last[0] + last[1] === column) last[1] += 1;
    else if (black) found.push([column, 1]);
  }
  return found;
}
