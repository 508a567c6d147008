import { describe, expect, it, test } from 'vitest';
import { pointOfSaleWordsOf, wordsForCode, wordsForPointOfSale } from '#lib/arca/words.ts';
import en from '#messages/authority.en.json' with { type: 'json' };
import es from '#messages/authority.es.json' with { type: 'json' };
import { amountRules } from '#simulator/wsfe/rules/amounts.ts';
import { correctionObservations, correctionRules } from '#simulator/wsfe/rules/corrections.ts';
import { currencyRules } from '#simulator/wsfe/rules/currency.ts';
import { dateRules } from '#simulator/wsfe/rules/dates.ts';
import { numberRules } from '#simulator/wsfe/rules/numbering.ts';
import { receiverObservations, receiverRules } from '#simulator/wsfe/rules/receiver.ts';
import { taxRules } from '#simulator/wsfe/rules/taxes.ts';

type Words = Record<string, { meaning: string; action: string }>;
const catalogues: [string, { codes: Words; issuer: Words }][] = [
  ['es', es],
  ['en', en],
];

test('both languages speak of the same codes', () => {
  expect(Object.keys(en.codes)).toEqual(Object.keys(es.codes));
  expect(Object.keys(en.issuer)).toEqual(Object.keys(es.issuer));
});

test.each(catalogues)('every text of %s says something', (_, { codes, issuer }) => {
  for (const { meaning, action } of [...Object.values(codes), ...Object.values(issuer)]) {
    expect(meaning).toMatch(/^\S.*\.$/);
    expect(action).toMatch(/^\S.*\.$/);
  }
});

test('there are words for every rule of the authority that is known here', () => {
  const rules = [
    ...amountRules,
    ...correctionObservations,
    ...correctionRules,
    ...currencyRules,
    ...dateRules,
    ...numberRules,
    ...receiverObservations,
    ...receiverRules,
    ...taxRules,
  ];
  const ofTheRequest = [10001, 10002, 10003, 10004, 10005, 10007];
  const codes = [...ofTheRequest, ...rules.map(({ code }) => code)].map(String);
  expect(codes.filter((code) => !Object.hasOwn(es.codes, code))).toEqual([]);
});

test('there are words for what the manuals 4.4 to 4.8 added', () => {
  const codes = [10251, ...Array.from({ length: 15 }, (_, index) => 10270 + index)];
  for (const locale of ['es-AR', 'en'] as const) {
    expect(codes.filter((code) => wordsForCode(code, 'M', locale).meaning === 'M')).toEqual([]);
  }
  // A remark, where 10067 refuses: the document is authorised all the same.
  expect(wordsForCode(10283, '', 'en').action).toMatch(/^The document is authorised/);
});

describe('the words for a code', () => {
  it('are the same where the authority writes one thing under two numbers', () => {
    const relations = 'ValidacionDeToken: No apareció CUIT en lista de relaciones: 30712345671';
    expect(wordsForCode(600, relations, 'en')).toEqual(wordsForCode(601, '', 'en'));
    expect(wordsForCode(600, 'No valido token', 'en')).toEqual(en.codes['600']);
  });

  it('tell the date of 10016 from its number', () => {
    const date = 'Campo CbteFch Debe estar comprendido  en el  rango  N-5 y N+5';
    expect(wordsForCode(10016, date, 'es-AR')).toEqual(es.codes['10016-date']);
    const number = 'El numero o fecha del comprobante no se corresponde con el proximo a autorizar.';
    expect(wordsForCode(10016, number, 'es-AR')).toEqual(es.codes['10016']);
  });

  it.each([
    ['01', 'LA CUIT INFORMADA NO CORRESPONDE A UN RESPONSABLE INSCRIPTO EN EL IMPUESTO'],
    ['02', 'LA CUIT INFORMADA NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES ELECTRONICOS ORIGINALES'],
    ['03', 'LA CUIT INFORMADA REGISTRA INCONVENIENTES CON EL DOMICILIO FISCAL'],
    ['04', 'NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES CLASE “A” O FACTURA DE CREDITO'],
    ['05', 'NO SE ENCUENTRA REGISTRADO DE FORMA ACTIVA EN LAS BASES DE LA ADMINISTRACIÓN.'],
    ['06', 'DEBE POSEER AL MENOS UNA ACTIVAD ACTIVA.'],
    ['07', 'NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES SEGÚN RG 3411'],
    ['08', 'LA CUIT INFORMADA NO CORRESPONDE A UN EXENTO EN IVA.'],
    ['09', 'COMPROBANTES CLASE A CON LEYENDA ‘OPERACIÓN SUJETA A RETENCIÓN’'],
    ['10', 'LA CUIT INFORMADA NO SE ENCUENTRA REGISTRADA COMO PYME SEGÚN EL REGIMEN FCE'],
    ['11', 'LA CUIT INFORMADA NO TIENE ACTIVO EL DOMICILIO FISCAL ELECTRÓNICO'],
  ])('tell what of 10000 is meant: %s', (number, message) => {
    expect(wordsForCode(10000, message, 'es-AR')).toEqual((es.issuer as Words)[number]);
  });

  it("are the authority's own for a code that nobody wrote about", () => {
    expect(wordsForCode(19999, 'Un mensaje', 'en').meaning).toBe('Un mensaje');
    expect(wordsForCode(10000, 'Otra cosa', 'en')).toEqual(en.codes['10000']);
  });
});

describe('the words for a point of sale', () => {
  const reasons = ['missing', 'blocked', 'closed', 'other-system'] as const;
  test.each(reasons.flatMap((reason) => [[], [2], [1, 12]].map((usable) => ({ number: 7, reason, usable }))))(
    'are found again in the other language by what was stored: $reason, usable: $usable',
    (verdict) => {
      const stored = wordsForPointOfSale(verdict, 'en');
      expect(pointOfSaleWordsOf(stored, 'es-AR')).toBe(wordsForPointOfSale(verdict, 'es-AR'));
    },
  );

  test.each(['', 'Point of sale', 'Point of sale seven is not there.'])('are none for %j', (message) => {
    expect(pointOfSaleWordsOf(message, 'es-AR')).toBeUndefined();
  });
});
