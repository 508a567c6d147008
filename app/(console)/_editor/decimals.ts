/** The sign before the decimals, as the reader's language has it, and the one between thousands. */
const signsOf = (locale: string): { point: string; group: string } =>
  locale === 'en' ? { point: '.', group: ',' } : { point: ',', group: '.' };

/**
 * A number as people write it, as the document has it: `1250.50` of `1.250,50` and of `1250,50`. What may be one or a
 * thousand is read as the reader's language writes it: `1.500` is fifteen hundred in Spanish, and one and a half in
 * English. What is no number stays as it is.
 */
export function decimalOf(typed: string, locale: string): string {
  const text = typed.trim();
  const { point, group } = signsOf(locale);
  const [dots, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (dots > 0 && commas > 0) {
    const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    return text.replaceAll(last === '.' ? ',' : '.', '').replace(last, '.');
  }
  if (text.includes(group) && isGrouped(text, group)) return text.replaceAll(group, '');
  if (text.includes(point) && point === ',') return text.replaceAll(',', '.');
  return text.includes(group) && group === ',' ? text.replaceAll(',', '.') : text;
}

/** `1.500`, `12.500.000` */
const isGrouped = (text: string, group: string): boolean => {
  const [first = '', ...others] = text.split(group);
  return /^-?[1-9]\d{0,2}$/.test(first) && others.every((part) => /^\d{3}$/.test(part));
};

/** The same the other way round; what is no number is shown as it stands there. */
export const writtenDecimal = (text: string, locale: string): string =>
  /^-?\d+\.\d+$/.test(text) ? text.replace('.', signsOf(locale).point) : text;

/** `10,5 %` of `10.5%`, and `21 %` of `21.0%`. */
export const writtenPercent = (percent: string, locale: string): string =>
  `${writtenDecimal(percent.replace(/(\.0+)?\s?%$/, ''), locale)}${locale === 'en' ? '' : '\u00a0'}%`;
