import { describe, expect, it } from 'vitest';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { refusals } from '#tests/support/authority-arithmetic.ts';
import {
  build,
  classA,
  classB,
  classC,
  corrected,
  exempt,
  inDollars,
  type Json,
  line,
  note,
  outsideScope,
  overTheCounter,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';
import { simulatedRefusals } from '#tests/support/simulated-rules.ts';

const amountsOf = (data: Json) => authorityAmounts(build(data));

describe('the authority’s amounts', () => {
  it('goods in class A have a net amount and its VAT', () => {
    expect(amountsOf(classA())).toEqual({
      PtoVta: 3,
      CbteTipo: 1,
      Concepto: 1,
      DocTipo: 80,
      DocNro: '30712345671',
      CbteFch: '20261120',
      ImpTotal: '1210.00',
      ImpTotConc: '0.00',
      ImpNeto: '1000.00',
      ImpOpEx: '0.00',
      ImpTrib: '0.00',
      ImpIVA: '210.00',
      MonId: 'PES',
      MonCotiz: '1',
      CondicionIVAReceptorId: 1,
      Iva: [{ Id: 5, BaseImp: '1000.00', Importe: '210.00' }],
    });
  });

  it('an invoice with every VAT rate and a perception adds up', () => {
    const lines = [
      line('100'),
      line('200', { taxes: vat('reduced') }),
      line('300', { taxes: [{ cat: 'VAT', key: 'zero' }] }),
      line('50', { taxes: exempt }),
      line('7', { taxes: outsideScope }),
      line('1', { quantity: '0' }),
    ];
    const charges = [perception(), perception({ base: '100', percent: '1%', reason: 'x'.repeat(200) })];
    expect(amountsOf(classA({ lines, charges }))).toMatchObject({
      ImpTotal: '723.00',
      ImpTotConc: '7.00',
      ImpNeto: '600.00',
      ImpOpEx: '50.00',
      ImpTrib: '24.00',
      ImpIVA: '42.00',
      Iva: [
        { Id: 5, BaseImp: '100.00', Importe: '21.00' },
        { Id: 4, BaseImp: '200.00', Importe: '21.00' },
        { Id: 3, BaseImp: '300.00', Importe: '0.00' },
      ],
      Tributos: [
        { Id: 7, Desc: 'Percepción IIBB', BaseImp: '657.00', Alic: '3.50', Importe: '23.00' },
        { Id: 7, Desc: 'x'.repeat(80), BaseImp: '100.00', Alic: '1.00', Importe: '1.00' },
      ],
    });
  });

  it('a long description of a tax is cut between characters', () => {
    const { Tributos = [] } = amountsOf(classA({ charges: [perception({ reason: `${'x'.repeat(79)}😀` })] }));
    expect(Tributos[0]?.Desc).toBe('x'.repeat(79));
  });

  it('a tax of a fixed amount has neither base nor rate', () => {
    const charges = [perception({ percent: undefined, amount: '35.27' })];
    for (const amounts of [amountsOf(classA({ charges })), amountsOf(classC({ charges }))]) {
      expect(amounts).toMatchObject({
        ImpTrib: '35.27',
        Tributos: [{ Id: 7, Desc: 'Percepción IIBB', BaseImp: '0.00', Alic: '0.00', Importe: '35.27' }],
      });
      expect(refusals(amounts)).toEqual([]);
    }
  });

  it.each([
    ['0.025%', '0.02', '250.00'],
    ['0.003%', '0.00', '30.00'],
    ['3.125%', '3.12', '31250.00'],
    ['1.755%', '1.76', '17550.00'],
  ])('a perception of %s is calculated with all its digits and sent with two', (percent, Alic, Importe) => {
    const invoice = build(classA({ lines: [line('1000000')], charges: [perception({ percent })] }));
    expect(invoice.charges).toMatchObject([{ percent, amount: Importe }]);
    const amounts = authorityAmounts(invoice);
    expect(amounts).toMatchObject({
      ImpTrib: Importe,
      Tributos: [{ BaseImp: '1000000.00', Alic, Importe }],
    });
    expect(refusals(amounts)).toEqual([]);
    expect(simulatedRefusals(amounts)).toEqual([]);
  });

  it('the simulator refuses more decimals than the authority’s fields have, and negative parts of a tax', () => {
    const amounts = amountsOf(classA({ charges: [perception()] }));
    const withTax = (more: Json) => ({ ...amounts, Tributos: [{ ...amounts.Tributos?.[0], ...more }] });
    const refusalsOf = (changed: object) => simulatedRefusals({ ...amounts, ...changed });
    expect(refusalsOf({})).toEqual([]);
    expect(refusalsOf(withTax({ Alic: '0.025' }))).toEqual([10056]);
    expect(refusalsOf(withTax({ BaseImp: '1000.001' }))).toEqual([10056]);
    expect(refusalsOf(withTax({ BaseImp: '0', Alic: '0' }))).toEqual([]);
    expect(refusalsOf({ MonCotiz: '0.2071456' })).toEqual([10056]);
    expect(refusalsOf({ MonCotiz: '10000' })).toEqual([10056]);
    expect(refusalsOf(withTax({ BaseImp: '-1' }))).toEqual([10026]);
    expect(refusalsOf(withTax({ Alic: '-1' }))).toEqual([10027]);
  });

  it('a discount without a VAT rate is spread over the rates to the cent', () => {
    const lines = [line('1000000'), line('638806.25', { taxes: vat('reduced') })];
    const amounts = amountsOf(classA({ lines, discounts: [{ percent: '10%' }] }));
    expect(amounts).toMatchObject({
      ImpNeto: '1474925.63',
      Iva: [
        { Id: 5, BaseImp: '900000.00', Importe: '189000.00' },
        { Id: 4, BaseImp: '574925.63', Importe: '60367.19' },
      ],
    });
    expect(refusals(amounts)).toEqual([]);
  });

  it('class C has no VAT, and its net is the whole sale', () => {
    const amounts = amountsOf(classC({ charges: [{ amount: '10' }, perception()] }));
    expect(amounts).toMatchObject({
      CbteTipo: 11,
      ImpTotal: '1045.35',
      ImpTotConc: '0.00',
      ImpNeto: '1010.00',
      ImpOpEx: '0.00',
      ImpTrib: '35.35',
      ImpIVA: '0.00',
    });
    expect(amounts).not.toHaveProperty('Iva');
  });

  it('services carry their period and the first due date', () => {
    const due_dates = [{ date: '2027-01-10' }, { date: '2026-12-10' }];
    expect(amountsOf(services({ payment: { terms: { due_dates } } }))).toMatchObject({
      Concepto: 2,
      FchServDesde: '20261001',
      FchServHasta: '20261031',
      FchVtoPago: '20261210',
    });
  });

  it('goods carry only their own date, whatever period the order had', () => {
    const amounts = amountsOf(classA({ ordering: { period: { start: '2026-10-01', end: '2026-10-31' } } }));
    expect(Object.keys(amounts).filter((name) => name.startsWith('Fch'))).toEqual([]);
  });

  it('a credit note names the invoices that it corrects', () => {
    const preceding = [corrected(), corrected({ code: '00000124', issue_date: undefined })];
    expect(amountsOf(note('credit-note', { preceding }))).toMatchObject({
      CbteTipo: 3,
      CbtesAsoc: [
        { Tipo: 1, PtoVta: 3, Nro: 123, Cuit: '30123456781', CbteFch: '20261110' },
        { Tipo: 1, PtoVta: 3, Nro: 124, Cuit: '30123456781' },
      ],
    });
  });

  it('a note for a period names the period and no document', () => {
    const preceding = [{ period: { start: '2026-10-01', end: '2026-10-31' } }];
    const request = amountsOf(note('credit-note', { preceding }));
    expect(request).toMatchObject({ PeriodoAsoc: { FchDesde: '20261001', FchHasta: '20261031' } });
    expect(request).not.toHaveProperty('CbtesAsoc');
  });

  it.each([
    ['USD', 'DOL'],
    ['EUR', '060'],
    ['BRL', '012'],
    ['CLP', '033'],
    ['PYG', '029'],
  ])('an invoice in %s has its rate and whether it is paid in that currency', (currency, code) => {
    const exchange_rates = [
      { from: 'ARS', to: currency, amount: '0.000689' },
      { from: currency, to: 'ARS', amount: 1450.5 },
    ];
    const abroad = inDollars({ currency, exchange_rates });
    expect(amountsOf(abroad)).toMatchObject({ MonId: code, MonCotiz: '1450.5', CanMisMonExt: 'N' });
    const tax = { ext: { 'ar-arca-same-currency': 'S' } };
    expect(amountsOf({ ...abroad, tax })).toMatchObject({ CanMisMonExt: 'S', MonCotiz: '1450.5' });
  });

  it('an invoice paid in its currency without a rate leaves the rate to the authority', () => {
    const tax = { ext: { 'ar-arca-same-currency': 'S' } };
    const amounts = amountsOf(inDollars({ exchange_rates: undefined, tax }));
    expect(amounts).toMatchObject({ MonId: 'DOL', CanMisMonExt: 'S' });
    expect(amounts).not.toHaveProperty('MonCotiz');
  });

  it.each<[string, Json, Json]>([
    ['nobody in particular', overTheCounter(), { DocTipo: 99, DocNro: '0', CondicionIVAReceptorId: 5 }],
    ['a DNI', classB(), { DocTipo: 96, DocNro: '12345678', CondicionIVAReceptorId: 5 }],
    [
      'a DNI with dots',
      classB({ customer: withIdentity('96', '12.345.678') }),
      { DocTipo: 96, DocNro: '12345678' },
    ],
    [
      'a CUIL',
      classB({ customer: withIdentity('86', '20-12345678-6') }),
      { DocTipo: 86, DocNro: '20123456786' },
    ],
    ['a card of the capital', classB({ customer: withIdentity('00', '123') }), { DocTipo: 0, DocNro: '123' }],
    [
      'a CUIT as an identity',
      classA({ customer: { ...withIdentity('80', '30712345671'), ext: { 'ar-arca-vat-status': '1' } } }),
      { CbteTipo: 1, DocTipo: 80, DocNro: '30712345671' },
    ],
    [
      'somebody unnamed in class C',
      classC({ customer: withIdentity('99', '0') }),
      { DocTipo: 99, DocNro: '0' },
    ],
    [
      'a company abroad',
      classB({ customer: { name: 'Padaria', tax_id: { country: 'BR', code: '11222333000181' } } }),
      { CbteTipo: 6, DocTipo: 80, DocNro: '55000000050', CondicionIVAReceptorId: 9 },
    ],
    [
      'a company of a country without a CUIT of its own',
      classB({ customer: { name: 'Pekara', tax_id: { country: 'RS', code: '100000001' } } }),
      { DocTipo: 80, DocNro: '55000009996', CondicionIVAReceptorId: 9 },
    ],
    [
      'a person abroad by the CUIT of the country',
      classC({ customer: { name: 'Ana', tax_id: { country: 'AR', code: '50000000016' } } }),
      { DocTipo: 80, DocNro: '50000000016', CondicionIVAReceptorId: 9 },
    ],
    [
      'a consumer with a name only',
      classC({ customer: { name: 'Juana Pérez' } }),
      { CbteTipo: 11, DocTipo: 99, DocNro: '0', CondicionIVAReceptorId: 5 },
    ],
    [
      'a passport with letters, by its digits',
      classB({ customer: withIdentity('94', 'AAB-123456') }),
      { DocTipo: 94, DocNro: '123456', CondicionIVAReceptorId: 5 },
    ],
    [
      'a visitor by passport',
      classB({ customer: { ...withIdentity('94', '123456789'), tax_id: { country: 'BR', code: '1' } } }),
      { DocTipo: 94, DocNro: '123456789', CondicionIVAReceptorId: 9 },
    ],
  ])('the customer is identified: %s', (_, data, expected) => {
    expect(amountsOf(data)).toMatchObject(expected);
  });

  it.each<[string, Json]>([
    ['class A', classA({ charges: [perception()] })],
    [
      'class B with prices that include VAT',
      classB({
        tax: { prices_include: 'VAT' },
        lines: [line('0.11'), line('9.99', { taxes: vat('increased') })],
      }),
    ],
    ['class C', classC({ charges: [perception()] })],
    ['everything free', classA({ discounts: [{ percent: '100%', taxes: vat() }] })],
    ['a credit note', note('credit-note')],
  ])('the amounts add up as the authority adds them: %s', (_, data) => {
    expect(refusals(amountsOf(data))).toEqual([]);
  });
});

function withIdentity(type: string, code: string): Json {
  return { name: 'Juana Pérez', identities: [{ code, ext: { 'ar-arca-identity-type': type } }] };
}
