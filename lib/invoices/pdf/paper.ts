import { join } from 'node:path';
import { type Font, type Glyph, type GlyphRun, openSync } from 'fontkit';
import { createTranslator } from 'next-intl';
import PDFDocument from 'pdfkit';
import type { Document, Stamp } from '#lib/documents/envelope.ts';
import {
  type DocumentType,
  documentType,
  isExport,
  nameOfType,
} from '#lib/documents/invoice/document-types.ts';
import { languageOf } from '#lib/documents/invoice/export.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import messages from '#messages/invoice-pdf.es.json' with { type: 'json' };
import translations from '#messages/invoice-pdf.export.json' with { type: 'json' };

/** An A4 sheet, in points (72 per inch). */
export const sheet = { width: 595.28, height: 841.89, margin: 36 } as const;
export const contentWidth = sheet.width - 2 * sheet.margin;
export const rightEdge = sheet.width - sheet.margin;

export interface Style {
  size: number;
  font?: keyof Typefaces;
  align?: 'left' | 'right' | 'center';
  colour?: string;
}

/** Position of a text: its upper left corner, and the width available. */
export interface Area {
  x: number;
  y: number;
  width: number;
}

/** Line height for a font size, in points. */
export const lineHeight = (size: number): number => size * 1.36;

const minFontSize = 3;

export type Paper = ReturnType<typeof createPaper>;

/**
 * Creates a PDF to draw on, with the origin in the upper left corner. Texts must be drawn in reading order:
 * they are tagged for screen readers, which skip ornaments.
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
    // `text` sets the fonts by name. A font set here has no name, so each document would open it again.
    font: null as unknown as string,
    // The bounded cache of runs below replaces pdfkit's unbounded one.
    fontLayoutCache: false,
    info: { Title: title, Author: author, Creator: 'Alta', CreationDate: date },
  });
  const pieces: Uint8Array[] = [];
  const root = document.struct('Document');
  document.addStructure(root);
  let elements: PDFKit.PDFStructureElement[] = [root];

  const widthOf = (text: string, { size, font = 'regular' }: Style): number =>
    typefaces()[font].widthOf(text) * size;

  /** Draws one line. Text too wide for its area is shrunk. */
  function text(content: string, { x, y, width }: Area, style: Style): void {
    if (!content) return;
    const naturalWidth = widthOf(content, style);
    const size =
      naturalWidth <= width ? style.size : Math.max(minFontSize, (style.size * width) / naturalWidth);
    const usedWidth = naturalWidth <= width ? naturalWidth : widthOf(content, { ...style, size });
    const offset = { left: 0, center: (width - usedWidth) / 2, right: width - usedWidth }[
      style.align ?? 'left'
    ];
    const font = style.font ?? 'regular';
    document.font(typefaces()[font].font as unknown as string, font).fontSize(size);
    if (style.colour) document.fillColor(style.colour);
    // With `textWidth`, pdfkit does not measure the text again.
    const options = { lineBreak: false, textWidth: usedWidth, wordCount: 1 };
    document.text(content, x + offset, y + (style.size - size), options);
  }

  /** Splits a text into lines; a word too long for a line is cut. */
  function wrap(content: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    let current = '';
    for (const word of content.split(' ').flatMap((longWord) => splitWord(longWord, width, style))) {
      const longer = current ? `${current} ${word}` : word;
      if (current && widthOf(longer, style) > width) {
        lines.push(current);
        current = word;
      } else current = longer;
    }
    return [...lines, current];
  }

  function splitWord(word: string, width: number, style: Style): string[] {
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

  /** Draws content that screen readers skip, such as lines and boxes. */
  function ornament(draw: () => void): void {
    if (elements.length === 0) {
      draw();
      return;
    }
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  }

  /** Draws a tagged element, such as `P` or `TD`; an ornament after `hideFromScreenReaders`. */
  function tagged(tag: string, draw: () => void, options: { alt?: string } = {}): void {
    const parent = elements.at(-1);
    if (parent) parent.add(document.struct(tag, options, draw));
    else ornament(draw);
  }

  /** Opens a structure element around everything drawn until the returned function is called. */
  function openElement(tag: string): () => void {
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
    open: openElement,
    newPage: () => {
      document.addPage();
      // Collects the small pieces that pdfkit has written: in its buffer they take ten times their size.
      const written: Buffer | null = document.read();
      if (written) pieces.push(written);
      if (elements.length === 0) document.markContent('Artifact', { type: 'Layout' });
    },
    /** Hides the following pages from screen readers, because they repeat the earlier pages. */
    hideFromScreenReaders: () => {
      root.end();
      elements = [];
    },
    line: (x1: number, y1: number, x2: number, y2: number) =>
      ornament(() => document.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.6).stroke()),
    box: ({ x, y, width, height }: Area & { height: number }) =>
      ornament(() => document.rect(x, y, width, height).lineWidth(0.6).stroke()),
    /**
     * Fills a path, whose unit of length is `side` points. Put all shapes into one path: pdfkit is slow with
     * thousands of paths.
     */
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
  font: Font;
  /** Width at font size 1. */
  widthOf(text: string): number;
}

interface Typefaces {
  regular: Typeface;
  bold: Typeface;
}

let openedFonts: Typefaces | undefined;

/**
 * Opens the fonts once for all documents, because parsing a font takes longer than drawing a one-page
 * invoice. Noto Sans has Latin, Greek and Cyrillic letters, and digits of equal width.
 */
function typefaces(): Typefaces {
  openedFonts ??= { regular: openTypeface('400Regular'), bold: openTypeface('700Bold') };
  return openedFonts;
}

const unitsPerEm = 1_000;

// The working directory is the project's root.
function openTypeface(style: string): Typeface {
  const file = join(
    process.cwd(),
    'node_modules/@expo-google-fonts/noto-sans',
    style,
    `NotoSans_${style}.ttf`,
  );
  const font = openSync(file);
  if ('fonts' in font) throw new Error(`${file} is a collection of fonts`);
  // pdfkit rounds positions in a run to thousandths of the font size, which is exact only for this grid.
  if (font.unitsPerEm !== unitsPerEm) throw new Error(`${file} has an unexpected number of units per em`);
  cacheRuns(font);
  cacheOutlines(font);
  return { font, widthOf: (text) => measureWords(font, text) / unitsPerEm };
}

/** Enough for the words of an invoice with ten thousand lines; about 20 MB. */
const maxCachedRuns = 20_000;

/** Caches the glyph runs of words: documents share most words, and finding glyphs is slower than drawing. */
function cacheRuns(font: Font): void {
  const runs = new Map<string, GlyphRun>();
  const layOut = font.layout.bind(font);
  font.layout = (word, features) => {
    if (features) return layOut(word, features);
    let run = runs.get(word);
    if (!run) {
      run = layOut(word);
      if (runs.size >= maxCachedRuns) runs.clear();
      runs.set(word, run);
    }
    return run;
  };
}

/** Caches outlines, because fontkit decodes the glyphs again for each document's font subset. */
function cacheOutlines(font: Font): void {
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

/** Measures words with their trailing space, as pdfkit does. */
function measureWords(font: Font, text: string): number {
  let width = 0;
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = text.indexOf(' ', start) + 1 || text.length;
    width += font.layout(text.slice(start, end)).advanceWidth;
  }
  return width;
}

/** An authorized invoice, ready to be drawn. */
export interface IssuedInvoice {
  invoice: Invoice;
  type: DocumentType;
  /** `00003` */
  pointOfSale: string;
  /** `00000012` */
  number: string;
  /** `expiry`: ISO date. */
  cae: { number: string; expiry: string };
  qr: string;
}

/** Reads an entry's invoice; undefined while its number, CAE, CAE expiry or QR code is missing. */
export function readIssuedInvoice({
  doc,
  stamps,
}: {
  doc: Document;
  stamps: Stamp[];
}): IssuedInvoice | undefined {
  const invoice = doc as unknown as Invoice & { code?: string };
  const findStamp = (provider: string) => stamps.find(({ prv }) => prv === provider)?.val;
  const type = documentType(invoice.tax?.ext?.[documentTypeExtension] ?? '');
  const [number, expiry, qr] = [findStamp('arca-cae'), findStamp('arca-cae-expiry'), findStamp('arca-qr')];
  if (!invoice.code || !type || !number || !expiry || !qr) return undefined;
  return {
    invoice,
    type,
    pointOfSale: invoice.series.padStart(5, '0'),
    number: invoice.code.padStart(8, '0'),
    cae: { number, expiry },
    qr,
  };
}

/** `Factura`, `Nota de Crédito`. */
export const documentKind = (type: DocumentType): string => texts.kinds[nameOfType(type)];

/** `Factura A 00003-00000012` */
export const documentTitle = ({ type, pointOfSale, number }: IssuedInvoice): string =>
  `${documentKind(type)} ${type.letter} ${pointOfSale}-${number}`;

/** `factura-a-00003-00000012.pdf` */
export const pdfFileName = (issued: IssuedInvoice): string =>
  `${documentTitle(issued)
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .replace(/\s+/g, '-')
    .toLowerCase()}.pdf`;

/** Texts of the PDF: Spanish, regardless of the Console's language. */
export const texts = messages;

export const fill = createTranslator({ locale: 'es-AR', messages });

/** Translations of labels for an export in another language than Spanish. */
function translationsFor({ invoice, type }: IssuedInvoice): Readonly<Record<string, string>> {
  const language = isExport(type) ? languageOf(invoice) : 'es';
  return language === 'es' ? {} : translations[language];
}

export const isBilingual = (issued: IssuedInvoice): boolean =>
  Object.keys(translationsFor(issued)).length > 0;

/** A label in Spanish and, in an export in another language, in that language: `Cantidad / Quantity`. */
export function bilingual(issued: IssuedInvoice, label: string): string {
  const found = translationsFor(issued);
  return Object.hasOwn(found, label) ? `${label} / ${found[label]}` : label;
}

/** Text for an authority's code; the code itself if it is unknown. */
export const codeLabel = (list: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(list, code) ? (list[code] ?? code) : code;

/** `1234567.5` -> `1.234.567,5`. Works on digits, because a float would lose the cents of a large amount. */
export function formatNumber(amount: string): string {
  const [, sign = '', whole = amount, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return `${sign}${grouped}${fraction ? `,${fraction}` : ''}`;
}

/** `21.0%` -> `21 %`, `10.5%` -> `10,5 %`. */
export const formatPercent = (percent: string): string =>
  `${formatNumber(percent.slice(0, -1)).replace(/,0+$/, '')} %`;

/** `2026-11-20` -> `20/11/2026`. */
export const formatDate = (date: string): string => date.split('-').reverse().join('/');

/** `30123456781` -> `30-12345678-1`. */
export const formatCuit = (cuit: string): string => cuit.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');

/** `USD 1.210,00`; pesos have the sign `$`. */
export const formatMoney = (amount: string, currency: string): string =>
  `${currency === 'ARS' ? '$' : currency} ${formatNumber(amount)}`;

/** Reduces a text to one line without control and format characters. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
