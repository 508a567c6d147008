import type { Locale } from '#lib/i18n.ts';
import en from '#messages/authority.en.json' with { type: 'json' };
import es from '#messages/authority.es.json' with { type: 'json' };

/** What a code of WSFE means to who issues invoices, and what to do about it. */
export interface CodeWords {
  meaning: string;
  action: string;
}

type Catalogue = {
  codes: Record<string, CodeWords>;
  issuer: Record<string, CodeWords>;
  unknown: { action: string };
  pointOfSale: Record<
    'missing' | 'blocked' | 'closed' | 'other-system' | 'usable' | 'none' | 'register',
    string
  >;
};
const catalogues: Record<Locale, Catalogue> = { 'es-AR': es, en };

/** @param message the authority's own: it tells apart what one code stands for, and speaks where nothing else can. */
export function wordsForCode(code: number, message: string, locale: Locale): CodeWords {
  const { codes, issuer, unknown } = catalogues[locale];
  const known = issuer[issuerProblemIn(code, message)] ?? codes[variantOf(code, message)];
  return known ?? { meaning: message || String(code), action: unknown.action };
}

/** Why a point of sale can not be used, which could be instead, and how one is registered. */
export function wordsForPointOfSale(
  {
    number,
    reason,
    usable,
  }: { number: number; reason: 'missing' | 'blocked' | 'closed' | 'other-system'; usable: number[] },
  locale: Locale,
): string {
  const { pointOfSale: words } = catalogues[locale];
  const others = usable.length ? words.usable.replace('{numbers}', usable.join(', ')) : words.none;
  return [words[reason].replace('{number}', String(number)), others, words.register].join(' ');
}

const reasons = ['missing', 'blocked', 'closed', 'other-system'] as const;

/** The same for a fault that was stored in English. Undefined when its message is none of these. */
export function pointOfSaleWordsOf(message: string, locale: Locale): string | undefined {
  const { pointOfSale: said } = catalogues.en;
  const numbersIn = (sentence: string) => valueIn(message, sentence)?.match(/\d+/g)?.map(Number) ?? [];
  for (const reason of reasons) {
    const [number] = numbersIn(said[reason]);
    if (number !== undefined) {
      return wordsForPointOfSale({ number, reason, usable: numbersIn(said.usable) }, locale);
    }
  }
  return undefined;
}

/** What stands in the message where the sentence has its gap. */
function valueIn(message: string, sentence: string): string | undefined {
  const [before = '', after = ''] = sentence.split(/\{\w+\}/);
  const start = message.indexOf(before);
  const end = message.indexOf(after, start + before.length);
  return start < 0 || end < 0 ? undefined : message.slice(start + before.length, end);
}

/** 600 with the list of relations is 601 by another number; 10016 is of the series or of the range of dates. */
function variantOf(code: number, message: string): string {
  if (code === 600 && /lista de relaciones/i.test(message)) return '601';
  if (code === 10016 && /CbteFch/i.test(message)) return '10016-date';
  return String(code);
}

/** By the texts of the manual under 10000; the later ones hold the words of an earlier one, so they come first. */
const issuerProblems: [number: string, text: RegExp][] = [
  ['11', /DOMICILIO FISCAL ELECTRONICO/],
  ['03', /DOMICILIO FISCAL/],
  ['09', /OPERACION SUJETA A RETENCION/],
  ['04', /CLASE .?A/],
  ['07', /RG 3411/],
  ['08', /EXENTO EN IVA/],
  ['10', /PYME/],
  ['01', /RESPONSABLE INSCRIPTO/],
  ['02', /AUTORIZADA A EMITIR COMPROBANTES ELECTRONICOS/],
  ['05', /FORMA ACTIVA/],
  ['06', /ACTIV(ID)?AD ACTIVA/],
];

function issuerProblemIn(code: number, message: string): string {
  if (code !== 10000) return '';
  const plain = message.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return issuerProblems.find(([, text]) => text.test(plain))?.[0] ?? '';
}
