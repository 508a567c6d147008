import { treatments } from '#lib/documents/invoice/vat.ts';

/** What a cell says, or the code of what is wrong with it. */
export type Cell<Value> = { value: Value } | { code: string };

/**
 * A number as people here write it or as programs do: `1.234,50`, `1234,5`, `1,234.50`. What could be read both ways,
 * such as `1.234`, is asked after: it may be a thousand times the other.
 */
export function readDecimal(text: string): Cell<string> {
  const digits = text.replace(/[\s\u00a0$]/g, '');
  if (/^-?\d+$/.test(digits)) return { value: digits };
  const separators = digits.replace(/[^.,]/g, '');
  const last = separators.at(-1) ?? '';
  const other = last === ',' ? '.' : ',';
  if (!/^-?\d[\d.,]*$/.test(digits) || last === '') return { code: 'number' };
  const isGrouped = (part: string, separator: string) =>
    new RegExp(`^-?\\d{1,3}(\\${separator}\\d{3})*$`).test(part);
  if (separators.includes(other)) {
    const [whole = '', fraction = '', ...more] = digits.split(last);
    if (more.length > 0 || !isGrouped(whole, other)) return { code: 'number' };
    return { value: `${whole.replaceAll(other, '')}.${fraction}` };
  }
  if (separators.length > 1) {
    return isGrouped(digits, last) ? { value: digits.replaceAll(last, '') } : { code: 'number' };
  }
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return { code: 'number-unclear' };
  return /\d[.,]\d+$/.test(digits) ? { value: digits.replace(',', '.') } : { code: 'number' };
}

/** `10`, `12,5 %`: a part of a hundred. */
export function readPercent(text: string): Cell<string> {
  const number = readDecimal(text.replace('%', ''));
  if ('code' in number) return number;
  const percent = Number(number.value);
  return percent > 0 && percent <= 100 ? { value: `${number.value}%` } : { code: 'percent' };
}

/** `20/11/2026` or `2026-11-20`. */
export function readDay(text: string): Cell<string> {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text;
  const date = new Date(`${iso}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(date.getTime());
  return isDay && date.toISOString().startsWith(iso) ? { value: iso } : { code: 'date' };
}

const exempt = ['exento', 'exempt'];
const outsideScope = ['no gravado', 'no gravada', 'outside-scope', 'not taxed'];

/** `21`, `10,5 %`, `exento`. */
export function readVat(text: string): Cell<Record<string, string>[]> {
  const word = text.toLowerCase();
  if (exempt.includes(word)) return { value: [{ cat: 'VAT', key: 'exempt' }] };
  if (outsideScope.includes(word)) return { value: [{ cat: 'VAT', key: 'outside-scope' }] };
  const percent = Number(word.replace(/[\s%]/g, '').replace(',', '.'));
  const found = treatments.find((each) => each.percent && Number.parseFloat(each.percent) === percent);
  if (!found || word === '') return { code: 'vat' };
  const { key, rate, percent: exact = '' } = found;
  return {
    value: [{ cat: 'VAT', ...(rate ? { rate } : key === 'standard' ? { percent: exact } : { key }) }],
  };
}

const goods = ['producto', 'productos', 'goods'];
const services = ['servicio', 'servicios', 'service', 'services'];

/** Whether it is goods; nothing said is goods. */
export function readSold(text: string): Cell<'goods' | 'service'> {
  const word = text.toLowerCase();
  if (word === '' || goods.includes(word)) return { value: 'goods' };
  return services.includes(word) ? { value: 'service' } : { code: 'sold' };
}
