import { describe, expect, it, test } from 'vitest';
import { faultsOf } from '#lib/arca/faults.ts';
import { wsfe, wsfex } from '#lib/arca/services.ts';
import type { Fault } from '#lib/errors.ts';
import { englishFault, renderFault, type StoredFault, storedFault } from '#lib/faults.ts';

const own = 'LA CUIT INFORMADA NO TIENE ACTIVO EL DOMICILIO FISCAL ELECTRÓNICO';
const [refused] = faultsOf(wsfe, [{ code: 10000, message: own }]) as [StoredFault];

describe('a refusal of the authority', () => {
  it('is stored as the authority’s code and words, without a sentence of ours', () => {
    expect(refused).toEqual({ provider: 'gov-ar', code: 'ARCA-10000', params: { why: '11', own } });
  });

  it('is explained in the reader’s language and quoted unchanged', () => {
    expect(renderFault(refused, 'es-AR')).toEqual({
      text: expect.stringMatching(/^La empresa no tiene constituido el domicilio fiscal electrónico/),
      own,
    });
    expect(renderFault(refused, 'en')).toEqual({
      text: expect.stringMatching(/^The company/),
      own,
    });
  });

  it('is an English sentence with its values for clients of the API', () => {
    const { message, ...rest } = englishFault(refused);
    expect(message).toBe(`${renderFault(refused, 'en').text} (ARCA: ${own})`);
    expect(rest).toEqual(refused);
  });

  it('with an unknown code quotes the authority', () => {
    const [unknown] = faultsOf(wsfe, [{ code: 19999, message: 'Un mensaje' }]) as [StoredFault];
    expect(renderFault(unknown, 'en')).toMatchObject({
      text: expect.stringContaining('ask'),
      own: 'Un mensaje',
    });
  });
});

test.each([
  [wsfe, 'ARCA-1014'],
  [wsfex, 'ARCA-E1014'],
])('the codes of two services differ: $name', (service, code) => {
  expect(faultsOf(service, [{ code: 1014, message: 'Otro motivo' }])).toEqual([
    { provider: 'gov-ar', code, params: { own: 'Otro motivo' } },
  ]);
});

describe('an ordinary invoice where a credit invoice is due', () => {
  it.each([
    [10192, 'es-AR', 'Este cliente necesita una factura de crédito electrónica MiPyME (FCE)', '$ 5.549.862'],
    [10188, 'es-AR', 'Este cliente necesita una factura de crédito electrónica MiPyME (FCE)', '$ 5.549.862'],
    [10192, 'en', 'This customer needs an electronic credit invoice (FCE MiPyME)', '$ 5,549,862'],
    [10188, 'en', 'This customer needs an electronic credit invoice (FCE MiPyME)', '$ 5,549,862'],
  ] as const)('(%i) is explained in %s with the amount and its date', (code, locale, ...parts) => {
    const [fault] = faultsOf(wsfe, [{ code, message: 'No es un comprobante valido' }]) as [StoredFault];
    const { text } = renderFault(fault, locale);
    for (const part of [...parts, '2026-04-14']) expect(text).toContain(part);
    const ofEarlierRelease: StoredFault = { provider: 'gov-ar', code: `ARCA-${code}`, params: {} };
    expect(renderFault(ofEarlierRelease, locale).text).toContain(parts[0]);
  });
});

describe('a point of sale that can not be used', () => {
  const fault = (usable: number[]): StoredFault => ({
    code: 'point-of-sale-unusable',
    params: { why: 'closed', number: 1234, usable },
  });

  it.each([
    ['en', [2, 1500], 'Point of sale 1234 was closed', 'These can be used: 2, 1500.'],
    ['en', [], 'Point of sale 1234 was closed', 'None can be used yet.'],
    ['es-AR', [2], 'El punto de venta 1234 está dado de baja', 'Podés usar: 2.'],
    ['es-AR', [], 'El punto de venta 1234 está dado de baja', 'Todavía no hay ninguno'],
  ] as const)('is explained in %s with the usable ones: %j', (locale, usable, ...parts) => {
    const { text } = renderFault(fault([...usable]), locale);
    for (const part of parts) expect(text).toContain(part);
  });
});

describe('a webhook that was not accepted', () => {
  it('gives the receiver’s answer in the reader’s language', () => {
    const fault: StoredFault = {
      code: 'not-delivered',
      params: { why: 'given-up', answer: 'said', status: 503, said: 'Later', attempts: 1 },
    };
    expect(renderFault(fault, 'en').text).toBe('The receiver answered 503: Later. Failed after 1 attempt');
    expect(renderFault(fault, 'es-AR').text).toContain('El destino respondió 503: Later');
  });
});

describe('a row of an earlier release', () => {
  const sentence = 'The company has no electronic tax address. Set it up. (ARCA: SIN DOMICILIO)';
  const old: StoredFault = { provider: 'gov-ar', code: 'ARCA-10000', message: sentence };

  it.each(['es-AR', 'en'] as const)('is read as it was written: %s', (locale) => {
    expect(renderFault(old, locale)).toEqual({ text: sentence, isStored: true });
    expect(englishFault(old)).toEqual(old);
  });

  it('is shown in the reader’s language where its code suffices', () => {
    const cancelled: StoredFault = { code: 'cancelled', message: 'The job was cancelled' };
    expect(renderFault(cancelled, 'es-AR').text).toBe('Se canceló el trabajo.');
    expect(englishFault(cancelled)).toEqual(cancelled);
  });
});

describe('a thrown fault', () => {
  it('is stored without its sentence unless no other text exists', () => {
    const late: Fault = {
      code: 'ARCA-10016',
      message: 'must be within 5 days',
      params: { why: 'days', days: 5, today: '2026-11-22' },
      paths: ['$.issue_date'],
    };
    const { message: _, ...kept } = late;
    expect(storedFault(late)).toEqual(kept);
    const typed: Fault = { code: 'required', message: 'is required', paths: ['$.name'] };
    expect(storedFault(typed)).toEqual(typed);
    expect(renderFault(storedFault(typed), 'es-AR')).toEqual({ text: 'is required', isStored: true });
  });
});

it('a row without the values of its text is shown by its code', () => {
  expect(renderFault({ code: 'timed-out' }, 'en').text).toBe('timed-out');
});
