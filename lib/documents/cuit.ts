/**
 * The kinds of taxpayer a CUIT begins with: persons 20, 23-27; companies 30, 33, 34; international 50, 51, 55.
 * Validators that know only 20, 23, 27, 30 and 33 turn away real companies.
 */
const prefixes = new Set(['20', '23', '24', '25', '26', '27', '30', '33', '34', '50', '51', '55']);
const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Takes off what people add to the eleven digits: hyphens, dots, spaces, `AR`. Judges nothing. */
export function normaliseCuit(text: string): string {
  return text
    .trim()
    .replace(/^AR(?=[\s\d.-])/i, '')
    .replace(/[\s.\u2010-\u2015\u2212-]/g, '');
}

/** Whether eleven bare digits are a number that can have been issued. */
export function isValidCuit(code: string): boolean {
  if (!/^\d{11}$/.test(code) || !prefixes.has(code.slice(0, 2))) return false;
  return checkDigitOf(code) === Number(code[10]);
}

/** A company has no clave fiscal of its own and acts through a person. */
export const isCompany = (code: string) => code.startsWith('3');

/** `20111111112` -> `20-11111111-2`, as Argentine documents print it. */
export function formatCuit(code: string): string {
  return /^\d{11}$/.test(code) ? `${code.slice(0, 2)}-${code.slice(2, 10)}-${code.slice(10)}` : code;
}

/**
 * As mails have it, and a link before its holder says that they are the one: a person's CUIT contains their DNI.
 */
export const maskCuit = (code: string) => code.replace(/^(\d{2})\d{5}(\d{3})(\d)$/, '$1-•••••$2-$3');

/**
 * The same for whatever in a text looks like one, however it is written and whether its check digit is right. Not
 * inside of longer numbers and of hexadecimal ids.
 */
export const maskCuits = (text: string) =>
  text.replace(
    /(?<![\da-f])(2[03-7]|3[034]|5[015])[\s.\u2010-\u2015\u2212-]?\d{5}(\d{3})[\s.\u2010-\u2015\u2212-]?(\d)(?![\da-f])/g,
    '$1-•••••$2-$3',
  );

/** 10 is no digit: the authority then issues the number under another prefix, so nothing equals it. */
function checkDigitOf(code: string): number {
  const sum = weights.reduce((total, weight, position) => total + weight * Number(code[position]), 0);
  return (11 - (sum % 11)) % 11;
}
