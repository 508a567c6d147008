import { join } from 'node:path';
import { type Font, type Glyph, type GlyphRun, openSync } from 'fontkit';
import PDFDocument from 'pdfkit';

/** Points of an A4 sheet, 72 to the inch. */
export const sheet = { width: 595.28, height: 841.89, margin: 36 } as const;
export const contentWidth = sheet.width - 2 * sheet.margin;
export const rightEdge = sheet.width - sheet.margin;

export interface Style {
  size: number;
  font?: keyof Typefaces;
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
    // `text` brings the fonts by their names; one that was brought without is opened anew each time.
    font: null as unknown as string,
    // fonts.ts keeps what this would, and not without end.
    fontLayoutCache: false,
    info: { Title: title, Author: author, Creator: 'Alta', CreationDate: date },
  });
  const pieces: Uint8Array[] = [];
  const root = document.struct('Document');
  document.addStructure(root);
  let elements: PDFKit.PDFStructureElement[] = [root];

  const widthOf = (text: string, { size, font = 'regular' }: Style): number =>
    typefaces()[font].widthOf(text) * size;

  /** One line. What has not enough room becomes smaller. */
  function text(content: string, { x, y, width }: Area, style: Style): void {
    if (!content) return;
    const natural = widthOf(content, style);
    const size = natural <= width ? style.size : Math.max(smallest, (style.size * width) / natural);
    const taken = natural <= width ? natural : widthOf(content, { ...style, size });
    const spare = { left: 0, center: (width - taken) / 2, right: width - taken }[style.align ?? 'left'];
    const font = style.font ?? 'regular';
    document.font(typefaces()[font].font as unknown as string, font).fontSize(size);
    if (style.colour) document.fillColor(style.colour);
    // Told its width, pdfkit does not measure it once more.
    const options = { lineBreak: false, textWidth: taken, wordCount: 1 };
    document.text(content, x + spare, y + (style.size - size), options);
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

  /** What says nothing: lines and boxes, and all of a page on which nothing is told. */
  function ornament(draw: () => void): void {
    if (elements.length === 0) {
      draw();
      return;
    }
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
    newPage: () => {
      document.addPage();
      // pdfkit writes line by line: left as they are, those of a long document take ten times what they say.
      const written: Buffer | null = document.read();
      if (written) pieces.push(written);
      if (elements.length === 0) document.markContent('Artifact', { type: 'Layout' });
    },
    /** From the next page on nothing is told: the reader has heard it. */
    hush: () => {
      root.end();
      elements = [];
    },
    line: (x1: number, y1: number, x2: number, y2: number) =>
      ornament(() => document.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.6).stroke()),
    box: ({ x, y, width, height }: Area & { height: number }) =>
      ornament(() => document.rect(x, y, width, height).lineWidth(0.6).stroke()),
    /** The path of a drawing whose unit is `side`. All of it at once: pdfkit takes its time for each of a thousand. */
    fill: (path: string, { x, y }: Pick<Area, 'x' | 'y'>, side: number) => {
      document.save().transform(side, 0, 0, side, x, y).addContent(path);
      document.fill().restore();
    },
    watermark: (content: string) =>
      ornament(() => {
        document.save();
        document.rotate(-52, { origin: [sheet.width / 2, sheet.height / 2] });
        const style: Style = { size: 58, font: 'bold', align: 'center', colour: '#e6e6e6' };
        text(content, { x: -100, y: sheet.height / 2 - 40, width: sheet.width + 200 }, style);
        document.restore();
      }),
    finish: async (): Promise<Buffer> => {
      document.end();
      for await (const piece of document) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}

interface Typeface {
  /** For pdfkit. */
  font: Font;
  /** At a size of one. */
  widthOf(text: string): number;
}

interface Typefaces {
  regular: Typeface;
  bold: Typeface;
}

let opened: Typefaces | undefined;

/**
 * Opened once for all documents: making sense of a font's tables takes longer than an invoice of one page. Noto
 * Sans has Latin, Greek and Cyrillic letters, and digits of one width.
 */
function typefaces(): Typefaces {
  opened ??= { regular: open('400Regular'), bold: open('700Bold') };
  return opened;
}

const unitsPerEm = 1_000;

// The working directory is the project's root.
function open(style: string): Typeface {
  const file = join(
    process.cwd(),
    'node_modules/@expo-google-fonts/noto-sans',
    style,
    `NotoSans_${style}.ttf`,
  );
  const font = openSync(file);
  if ('fonts' in font) throw new Error(`${file} is a collection of fonts`);
  // pdfkit brings the positions in a run to thousandths of the size: only where they are such does it leave them alone.
  if (font.unitsPerEm !== unitsPerEm) throw new Error(`${file} is drawn on another grid`);
  keepRuns(font);
  keepOutlines(font);
  return { font, widthOf: (text) => widthIn(font, text) / unitsPerEm };
}

/** As many words as an invoice of ten thousand lines may have: some 20 MB. */
const mostRuns = 20_000;

/** Documents have most of their words in common, and to find a word's glyphs takes longer than to draw them. */
function keepRuns(font: Font): void {
  const runs = new Map<string, GlyphRun>();
  const layOut = font.layout.bind(font);
  font.layout = (word, features) => {
    if (features) return layOut(word, features);
    let run = runs.get(word);
    if (!run) {
      run = layOut(word);
      if (runs.size >= mostRuns) runs.clear();
      runs.set(word, run);
    }
    return run;
  };
}

/** A document takes its letters out of the font, for which fontkit would read the outline of each anew. */
function keepOutlines(font: Font): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph: Glyph & { _decode?: () => unknown } = getGlyph(id, codePoints);
    const decode = glyph._decode;
    if (decode && !Object.hasOwn(glyph, '_decode')) {
      let outline: unknown;
      glyph._decode = () => {
        outline ??= decode.call(glyph);
        return outline;
      };
    }
    return glyph;
  };
}

/** Word by word, each with the space at its end, as pdfkit puts it together. */
function widthIn(font: Font, text: string): number {
  let width = 0;
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = text.indexOf(' ', from) + 1 || text.length;
    width += font.layout(text.slice(from, to)).advanceWidth;
  }
  return width;
}
