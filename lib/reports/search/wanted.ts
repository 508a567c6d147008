import { between, type Column, type SQL, sql } from 'drizzle-orm';

/** What is looked for, without spaces around it, and how many of it at the most. */
export interface Wanted {
  text: string;
  limit: number;
}

const id = /(?<![^\s/=:])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![^\s/?#&])/gi;

/** The id in it; of an address of the Console it is the last. */
export const idIn = ({ text }: Wanted): string | undefined => text.match(id)?.at(-1)?.toLowerCase();

/** The ids that begin so: a whole one stands for itself. A list shows eight digits of one; fewer may be anything's. */
export function idsIn(wanted: Wanted): { first: string; last: string } | undefined {
  const whole = idIn(wanted);
  if (whole) return { first: whole, last: whole };
  const digits = wanted.text.toLowerCase().replace(/-/g, '');
  if (!/^[0-9a-f]{8}[0-9a-f-]*$/i.test(wanted.text) || digits.length > 32) return undefined;
  return { first: uuidOf(digits.padEnd(32, '0')), last: uuidOf(digits.padEnd(32, 'f')) };
}

const uuidOf = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** That an id is what is looked for, or begins so: by the index of the ids. */
export function isWanted(column: Column, wanted: Wanted): SQL | undefined {
  const ids = idsIn(wanted);
  return ids && between(column, ids.first, ids.last);
}

/** The ref of a registration's link, also in its whole address. */
export const refIn = ({ text }: Wanted): string | undefined =>
  /(?:^|\/reg\/)([0-9A-Za-z]{22,64})(?:[/?#].*)?$/.exec(text)?.[1];

/** Of fewer letters too many things have the beginning. */
const fewest = 3;
export const isShort = ({ text }: Pick<Wanted, 'text'>): boolean => text.length < fewest;

/** What may be the beginning of an alias or an address: one word, in lower case. */
export const wordIn = ({ text }: Wanted): string | undefined =>
  !isShort({ text }) && !/\s/.test(text) ? text.toLowerCase() : undefined;

/** That a text begins like this, whatever its case, by an index in the order of bytes. */
export const beginsWith = (column: Column | SQL, word: string): SQL =>
  sql`(lower(${column}) collate "C") like ${`${word.replace(/[\\%_]/g, '\\$&')}%`}`;
