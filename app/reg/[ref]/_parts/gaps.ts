import * as cuits from '#lib/documents/cuit.ts';
import * as dates from '#lib/i18n.ts';

/** What is a visitor's own on a page, by the number of its gap. */
export type Own = readonly (string | Date)[];
/** The text in a gap, made of those in others. */
type Fill = (own: Own, textIn: (gap: number) => string) => string;

/** Private use: no text of ours has one, and who else's has one is shown a page that was drawn for them alone. */
const firstMark = 0xe000;
export const marks = /[\ue000-\uf8ff]/g;
export const markOf = (gap: number) => String.fromCharCode(firstMark + gap);
const gapOf = (mark: string) => mark.charCodeAt(0) - firstMark;

/** A view did something else with an instant of a visitor's than to show it. */
export class LookedInto extends Error {}

/** An instant of a visitor's: it has no time, and a view that decides by it finds out. */
export class DateGap extends Date {
  readonly gap: number;
  constructor(gap: number) {
    super(Number.NaN);
    this.gap = gap;
  }
  override getTime(): number {
    throw new LookedInto();
  }
  override valueOf(): number {
    throw new LookedInto();
  }
  override [Symbol.toPrimitive](): never {
    throw new LookedInto();
  }
  override toJSON(): string {
    return markOf(this.gap);
  }
}

const dateGaps: DateGap[] = [];

/** There are not many on a page, and they are asked for at each visit. */
export function dateGap(gap: number): DateGap {
  const known = dateGaps[gap] ?? new DateGap(gap);
  dateGaps[gap] = known;
  return known;
}

/** A page as it is for everybody, in pieces, and the gaps between them. */
export interface Drawn {
  pieces: string[];
  between: number[];
  fills: Fill[];
}

/** The gaps of the page that is being drawn: what was put in, then what was made of that on the way. */
let current: Fill[] | undefined;

/** Draws a page for which `gaps` marks were put in place of what is a visitor's own. */
export function drawWithGaps(gaps: number, draw: () => string): Drawn {
  const fills = Array.from({ length: gaps }, (_, gap) => (own: Own) => String(own[gap]));
  current = fills;
  try {
    const html = draw();
    return { pieces: html.split(marks), between: (html.match(marks) ?? []).map(gapOf), fills };
  } finally {
    current = undefined;
  }
}

/** Each gap is made once for a visit: some are on a page many times. */
export function fillIn({ pieces, between, fills }: Drawn, own: Own): string {
  const made: string[] = [];
  const textIn = (gap: number): string => {
    const text = made[gap] ?? fills[gap]?.(own, textIn);
    if (text === undefined) throw new Error('a page has a mark that stands for nothing');
    made[gap] = text;
    return text;
  };
  let html = pieces[0] ?? '';
  for (let index = 0; index < between.length; index++) {
    html += escapeHtml(textIn(between[index] ?? -1)) + pieces[index + 1];
  }
  return html;
}

/** As the renderer of the page escapes what it is given. */
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escapeHtml = (text: string) =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => escapes[character] ?? '') : text;

/**
 * `make(text)`. Whatever is made of a visitor's own but by joining texts has to pass here: on a page with gaps it is
 * made for each of them.
 */
export function madeOf(text: string, make: (text: string) => string): string {
  if (!current || text.search(marks) < 0) return make(text);
  return newGap(current, (_, textIn) => make(text.replace(marks, (mark) => textIn(gapOf(mark)))));
}

const newGap = (fills: Fill[], fill: Fill): string => markOf(fills.push(fill) - 1);

const formatWith = (format: (date: Date) => string) => (date: Date) => {
  if (!(date instanceof DateGap) || !current) return format(date);
  return newGap(current, (own) => format(own[date.gap] as Date));
};

export const formatDay = formatWith(dates.formatDay);
export const formatTime = formatWith(dates.formatTime);
export const formatDayAndTime = formatWith(dates.formatDayAndTime);

export const formatCuit = (cuit: string) => madeOf(cuit, cuits.formatCuit);
export const maskCuit = (cuit: string) => madeOf(cuit, cuits.maskCuit);
/** `l•••@cordon.example` */
export const maskEmail = (address: string) => madeOf(address, (whole) => whole.replace(/^(.)[^@]*/, '$1•••'));
