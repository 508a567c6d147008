import { wordsOf } from '#lib/text-matching.ts';
import type { Registration } from './registration.ts';

/**
 * Reason to doubt the CUIT of a supplier. `other-name`: the authority's register has it under a clearly different
 * name. `unknown`: the register has nobody with it, which may only mean that the taxpayer is new.
 */
export type CuitDoubt = 'other-name' | 'unknown';

type Named = Pick<Registration, 'environment' | 'intent' | 'supplier' | 'namesAtAuthority' | 'cuitAnswer'>;

/** Returns undefined if there is no reason, or the register has not been read. Renewals were checked before. */
export function cuitDoubtOf(registration: Named): CuitDoubt | undefined {
  const { environment, intent, supplier, namesAtAuthority } = registration;
  if (environment !== 'live' || intent !== 'register') return undefined;
  const name = namesAtAuthority[supplier.cuit];
  if (name === undefined) return undefined;
  if (name === null) return 'unknown';
  return differClearly(supplier.name, name) ? 'other-name' : undefined;
}

/** Whether the supplier still has to say if the name in the register is theirs. */
export const isCuitInQuestion = (registration: Named): boolean =>
  registration.cuitAnswer === undefined && cuitDoubtOf(registration) === 'other-name';

/** Whether the supplier reported the CUIT as wrong. The account holder has to answer before anything else is done. */
export const isCuitReported = ({ cuitAnswer }: Pick<Registration, 'cuitAnswer'>): boolean =>
  cuitAnswer?.answer === 'wrong';

/**
 * Whether two names cannot belong to the same taxpayer: they share no significant word. The register writes in
 * capitals, without accents and with the surname first; companies write their names with or without legal form.
 */
export function differClearly(one: string, other: string): boolean {
  const [words, others] = [significantWords(one), significantWords(other)];
  if (words.length === 0 || others.length === 0) return false;
  if (words.join('') === others.join('')) return false;
  return !words.some((word) => others.some((other) => isAlike(word, other)));
}

const shortestPrefix = 5;

/** Whether two words are equal but for an ending, as a plural: `tornillo` and `tornillos`. */
function isAlike(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short === long || (short.length >= shortestPrefix && long.startsWith(short));
}

function significantWords(name: string): string[] {
  const words = joinInitials(wordsOf(name.replace(/\//g, '')));
  return words.filter((word) => word.length > 1 && !insignificant.has(word));
}

/** Joins consecutive single letters, since `S. R. L.` is one word. */
function joinInitials(words: string[]): string[] {
  const joined: string[] = [];
  let follows = false;
  for (const word of words) {
    const isInitial = word.length === 1;
    if (isInitial && follows) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    follows = isInitial;
  }
  return joined;
}

/** Legal forms with their spelled-out words, and words that many unrelated companies have in their names. */
const insignificant = new Set(
  [
    'sa sas srl sau saic saci sacif sacifi saicf scs sca sc sh sci sgr ltda limitada coop cooperativa',
    'sociedad anonima responsabilidad simplificada acciones colectiva hecho simple unipersonal',
    'asociacion fundacion civil cia compania hermanos hnos hijos e hijo sucesion suc',
    'el la los las lo de del y en por para con al the and',
    'argentina grupo empresa comercial servicios',
  ]
    .join(' ')
    .split(' '),
);
