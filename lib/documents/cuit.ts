/**
 * Prefixes by kind of taxpayer: persons 20, 23-27; companies 30, 33, 34; international 50, 51, 55. Validators
 * that know only 20, 23, 27, 30 and 33 reject real companies.
 */
const prefixes = new Set(['20', '23', '24', '25', '26', '27', '30', '33', '34', '50', '51', '55']);
const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Removes what people add to the eleven digits: hyphens, dots, spaces, `AR`. Does not validate. */
export function normaliseCuit(text: string): string {
  return text
    .trim()
    .replace(/^AR(?=[\s\d.-])/i, '')
    .replace(/[\s.\u2010-\u2015\u2212-]/g, '');
}

/** Whether the text is eleven digits with a known prefix and a correct check digit. */
export function isValidCuit(code: string): boolean {
  if (!/^\d{11}$/.test(code) || !prefixes.has(code.slice(0, 2))) return false;
  return checkDigitOf(code) === Number(code[10]);
}

/** Whether the CUIT is a company's. A company has no clave fiscal and acts through a person. */
export const isCompany = (code: string) => code.startsWith('3');

/** `20111111112` -> `20-11111111-2`, as printed on Argentine documents. */
export function formatCuit(code: string): string {
  return /^\d{11}$/.test(code) ? `${code.slice(0, 2)}-${code.slice(2, 10)}-${code.slice(10)}` : code;
}

/**
 * Masks a CUIT in mails, and for holders of a link who have not confirmed that they are the taxpayer: a
 * person's CUIT contains their DNI.
 */
export const maskCuit = (code: string) => code.replace(/^(\d{2})\d{5}(\d{3})(\d)$/, '$1-•••••$2-$3');

/**
 * Masks everything in a text that looks like a CUIT, in any notation and with any check digit. Longer numbers
 * and hexadecimal ids stay unchanged.
 */
export const maskCuits = (text: string) =>
  text.replace(
    /(?<![\da-f])(2[03-7]|3[034]|5[015])[\s.\u2010-\u2015\u2212-]?\d{5}(\d{3})[\s.\u2010-\u2015\u2212-]?(\d)(?![\da-f])/g,
    '$1-•••••$2-$3',
  );

/** Returns 10, which no code matches, for numbers that the authority issues under another prefix instead. */
function checkDigitOf(code: string): number {
  const sum = weights.reduce((total, weight, position) => total + weight * Number(code[position]), 0);
  return (11 - (sum % 11)) % 11;
}
