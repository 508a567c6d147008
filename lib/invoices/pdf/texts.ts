import { createTranslator } from 'next-intl';
import messages from '#messages/invoice-pdf.es.json' with { type: 'json' };

/** An invoice is an Argentine paper: in Spanish, whatever the Console speaks. */
export const texts = messages;

/** A text with its values filled in. */
export const fill = createTranslator({ locale: 'es-AR', messages });

/** A word out of a list by the authority's code; the code itself where it is a new one. */
export const named = (list: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(list, code) ? (list[code] ?? code) : code;

/** `1234567.5` -> `1.234.567,5`, digit by digit: a binary number would lose the cents of a large one. */
export function writtenNumber(amount: string): string {
  const [, sign = '', whole = amount, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return `${sign}${grouped}${fraction ? `,${fraction}` : ''}`;
}

/** `21.0%` -> `21 %`, `10.5%` -> `10,5 %`. */
export const writtenPercent = (percent: string): string =>
  `${writtenNumber(percent.slice(0, -1)).replace(/,0+$/, '')} %`;

/** `2026-11-20` -> `20/11/2026`. */
export const writtenDay = (date: string): string => date.split('-').reverse().join('/');

/** `30123456781` -> `30-12345678-1`. */
export const writtenCuit = (cuit: string): string => cuit.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');

/** `USD 1.210,00`; pesos have their sign. */
export const writtenMoney = (amount: string, currency: string): string =>
  `${currency === 'ARS' ? '$' : currency} ${writtenNumber(amount)}`;

/** One line, with nothing in it that acts instead of showing. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
