import { join } from 'node:path';
import { type Font, type Glyph, type GlyphRun, openSync } from 'fontkit';

interface Typeface {
  /** For pdfkit. */
  font: Font;
  /** At a size of one. */
  widthOf(text: string): number;
}

export interface Typefaces {
  regular: Typeface;
  bold: Typeface;
}

let opened: Typefaces | undefined;

/**
 * Opened once for all documents: making sense of a font's tables takes longer than an invoice of one page. Noto
 * Sans has Latin, Greek and Cyrillic letters, and digits of one width.
 */
export function typefaces(): Typefaces {
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
