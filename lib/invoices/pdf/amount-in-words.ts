/**
 * Amounts in Spanish words, which Ley 27.440 (article 5, f) requires on credit invoices. Two libraries were tried in
 * November 2026 and got numbers wrong (n2words: "mil millones doscientos…" for 1,234,…; to-words: "veintiuno mil").
 */

const upToTwentyNine = [
  ...['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
  ...[
    'diez',
    'once',
    'doce',
    'trece',
    'catorce',
    'quince',
    'dieciséis',
    'diecisiete',
    'dieciocho',
    'diecinueve',
  ],
  ...[
    'veinte',
    'veintiuno',
    'veintidós',
    'veintitrés',
    'veinticuatro',
    'veinticinco',
    'veintiséis',
    'veintisiete',
  ],
  ...['veintiocho', 'veintinueve'],
];
const tens = ['treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const hundreds = [
  ...['ciento', 'doscientos', 'trescientos', 'cuatrocientos', 'quinientos'],
  ...['seiscientos', 'setecientos', 'ochocientos', 'novecientos'],
];

function belowHundred(number: number): string {
  if (number < 30) return upToTwentyNine[number] ?? '';
  const ten = tens[Math.floor(number / 10) - 3] ?? '';
  return number % 10 === 0 ? ten : `${ten} y ${upToTwentyNine[number % 10]}`;
}

function belowThousand(number: number): string {
  if (number < 100) return belowHundred(number);
  if (number === 100) return 'cien';
  const hundred = hundreds[Math.floor(number / 100) - 1] ?? '';
  return number % 100 === 0 ? hundred : `${hundred} ${belowHundred(number % 100)}`;
}

/** The form before "mil", "millón" and "billón": un, veintiún, treinta y un. */
const shortened = (words: string): string => words.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');

function belowMillion(number: number): string {
  const [thousands, rest] = [Math.floor(number / 1_000), number % 1_000];
  const thousand = thousands === 1 ? 'mil' : `${shortened(belowThousand(thousands))} mil`;
  if (thousands === 0) return belowThousand(rest);
  return rest === 0 ? thousand : `${thousand} ${belowThousand(rest)}`;
}

/** `1234` -> `mil doscientos treinta y cuatro`. @param number a whole number from 0 to 10^15 */
export function inWords(number: number): string {
  const parts = [
    scaled(Math.floor(number / 1e12), 'billón', 'billones'),
    scaled(Math.floor(number / 1e6) % 1e6, 'millón', 'millones'),
    number % 1e6 === 0 && number > 0 ? '' : belowMillion(number % 1e6),
  ];
  return parts.filter(Boolean).join(' ');
}

const scaled = (count: number, one: string, many: string): string =>
  count === 0 ? '' : count === 1 ? `un ${one}` : `${shortened(belowMillion(count))} ${many}`;

/** `1234.50` -> `mil doscientos treinta y cuatro con 50/100` */
export function amountInWords(amount: string): string {
  const [whole = '0', cents = '00'] = amount.split('.');
  return `${inWords(Number(whole))} con ${cents}/100`;
}
