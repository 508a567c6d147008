import { describe, expect, it } from 'vitest';
import { isSameSale } from '#lib/arca/invoicing.ts';
import { findInvoice, saleOf } from '#lib/arca/wsfe.ts';
import { answering } from './server.ts';
import { answer, caller, errors, request } from './wsfe-answers.ts';

describe('finding an invoice', () => {
  const voucher = (changes: Record<string, string> = {}) => {
    const fields = {
      Concepto: '2',
      DocTipo: '80',
      DocNro: '20111111112',
      CbteDesde: '7',
      CbteHasta: '7',
      CbteFch: '20261121',
      ImpTotal: '121',
      ImpTotConc: '0',
      ImpNeto: '100.0',
      ImpOpEx: '0',
      ImpTrib: '0',
      ImpIVA: '21.00',
      MonId: 'DOL',
      MonCotiz: '1450.500000',
      Resultado: 'A',
      CodAutorizacion: '71263951827464',
      EmisionTipo: 'CAE',
      FchVto: '20261201',
      PtoVta: '3',
      CbteTipo: '1',
      ...changes,
    };
    return `<ResultGet>${Object.entries(fields)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('')}</ResultGet>`;
  };
  const find = async (result: string) => {
    const { url } = await answering(answer('FECompConsultar', result));
    return findInvoice(caller(url), { pointOfSale: 3, documentType: 1, number: 7 });
  };

  it('returns the authority’s invoice and whether it is ours', async () => {
    const outcome = await find(voucher());
    if (outcome.kind !== 'found') throw new Error(outcome.kind);
    expect(outcome.invoice).toMatchObject({
      receiverDocumentType: 80,
      receiverDocumentNumber: '20111111112',
      date: '2026-11-21',
      total: '121',
      currency: 'DOL',
      cae: '71263951827464',
      caeExpiry: '2026-12-01',
      observations: [],
    });
    expect(isSameSale(outcome.invoice, saleOf(request))).toBe(true);
  });

  it('recognizes our invoice when the authority omits the exchange rate', async () => {
    const outcome = await find(voucher({ MonCotiz: '' }));
    if (outcome.kind !== 'found') throw new Error(outcome.kind);
    expect(isSameSale(outcome.invoice, saleOf(request))).toBe(true);
  });

  it.each([
    ['DocNro', '20222222223'],
    ['DocTipo', '96'],
    ['CbteFch', '20261120'],
    ['Concepto', '1'],
    ['ImpTotal', '121.01'],
    ['ImpNeto', '99.99'],
    ['ImpIVA', ''],
    ['MonId', 'PES'],
    ['MonCotiz', '1450'],
  ])('does not recognize an invoice whose %s is %s', async (name, value) => {
    const outcome = await find(voucher({ [name]: value }));
    if (outcome.kind !== 'found') throw new Error(outcome.kind);
    expect(isSameSale(outcome.invoice, saleOf(request))).toBe(false);
  });

  it('reports error 602 as a missing invoice', async () => {
    expect(await find(errors([602, 'No existen datos en nuestros registros']))).toEqual({ kind: 'missing' });
  });

  it.each([
    ['another number', voucher({ CbteDesde: '8' })],
    ['another series', voucher({ CbteTipo: '6' })],
    ['no CAE', voucher({ CodAutorizacion: '' })],
    ['nothing', ''],
  ])('does not accept %s as an answer', async (_, result) => {
    expect(await find(result)).toMatchObject({ kind: 'unavailable', outcomeUnknown: true });
  });

  it('reports a CUIT that is not represented', async () => {
    const error = errors([600, 'No aparecio CUIT en lista de relaciones: 1']);
    expect(await find(error)).toMatchObject({ kind: 'cuit-not-represented' });
  });
});
