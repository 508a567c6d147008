import { describe, expect, it, test } from 'vitest';
import { exportRequest } from '#lib/documents/invoice/export-request.ts';
import { noteOf } from '#lib/documents/invoice/note.ts';
import {
  build,
  classA,
  codesAndPaths,
  exported,
  exportedServices,
  gobl,
  type Json,
  line,
  now,
  perception,
  supplierOfStatus,
} from '#tests/support/invoices.ts';

const entry = '019aa000-0000-7000-8000-000000000001';
const requestOf = (data: unknown) => exportRequest(build(data), entry);
const goods = (price: string, more: Json = {}) => line(price, { taxes: undefined, ...more });
const terms = (more: Json): Json => ({ payment: { terms: { detail: 'Transferencia', ...more } } });
const ext = (more: Json): Json => ({ tax: { ext: { 'ar-arca-incoterms': 'FOB', ...more } } });
const permits = (...identities: Json[]): Json => ({
  delivery: { identities: identities.map((identity) => ({ key: 'export-permit', ...identity })) },
});
const permit = { code: '09052EC01006154G' };
const corrected = (type = '19', more: Json = {}): Json => ({
  series: '5',
  code: '7',
  issue_date: '2026-11-16',
  ext: { 'ar-arca-doc-type': type },
  ...more,
});
const note = (type: 'credit-note' | 'debit-note', of = '19', more: Json = {}): Json =>
  exported({ type, preceding: [corrected(of)], payment: undefined, tax: undefined, ...more });

describe('the class and type of an export', () => {
  it.each([
    ['an invoice', exported(), '19'],
    ['a debit note', note('debit-note'), '20'],
    ['a credit note', note('credit-note'), '21'],
    [
      'an invoice of a monotributo',
      exported({ $tags: ['monotax', 'export'], supplier: supplierOfStatus('6') }),
      '19',
    ],
    ['an invoice of an exempt supplier', exported({ supplier: supplierOfStatus('4') }), '19'],
  ])('of %s follow from the tag', (_, data, type) => {
    expect(build(data).tax?.ext?.['ar-arca-doc-type']).toBe(type);
  });

  it('are requested by the type too', () => {
    const typed = exported({ $tags: undefined, ...ext({ 'ar-arca-doc-type': '19' }) });
    expect(requestOf(typed)).toMatchObject({ Cbte_Tipo: 19, Incoterms: 'FOB' });
  });

  it('are not derived from a customer abroad, who gets class B', () => {
    const data = exported({ $tags: undefined, tax: undefined, lines: [line('10.00')], payment: undefined });
    expect(build(data).tax?.ext?.['ar-arca-doc-type']).toBe('6');
  });

  it('contradict another type', () => {
    expect(
      codesAndPaths(classA({ $tags: ['export'], tax: { ext: { 'ar-arca-doc-type': '1' } } })),
    ).toContainEqual(['document-type-mismatch', '$.tax.ext.ar-arca-doc-type']);
  });
});

test('an export of goods sends its items, its destination and its terms', () => {
  expect(requestOf(exported())).toEqual({
    Id: expect.any(Number),
    Fecha_cbte: '20261120',
    Cbte_Tipo: 19,
    Punto_vta: 5,
    Tipo_expo: 1,
    Permiso_existente: 'N',
    Dst_cmp: 203,
    Cliente: 'Padaria Ltda.',
    Cuit_pais_cliente: '55000000050',
    Domicilio_cliente: 'Rua Augusta 100, São Paulo, BR',
    Id_impositivo: '11222333000181',
    Moneda_Id: 'DOL',
    Moneda_ctz: '1450.5',
    CanMisMonExt: 'N',
    Imp_total: '30.00',
    Forma_pago: 'Transferencia a 30 días',
    Incoterms: 'FOB',
    Idioma_cbte: 1,
    Items: [
      {
        Pro_ds: 'Facturas surtidas',
        Pro_qty: '3',
        Pro_umed: 7,
        Pro_precio_uni: '10.00',
        Pro_bonificacion: '0.00',
        Pro_total_item: '30.00',
      },
    ],
  });
});

test('the customer of an export is abroad without a tax id too', () => {
  const customer = { name: 'Ana', addresses: [{ street: 'Rua Augusta', country: 'BR' }] };
  expect(build(exportedServices({ customer })).customer?.ext).toEqual({ 'ar-arca-vat-status': '9' });
});

test('an export of services sends its date of payment and no permits', () => {
  const request = requestOf(exportedServices());
  expect(request).toMatchObject({ Tipo_expo: 2, Permiso_existente: '', Fecha_pago: '20261210' });
  expect(request.Items).toMatchObject([{ Pro_umed: 98, Pro_qty: '12', Pro_total_item: '600.00' }]);
  expect(request).not.toHaveProperty('Incoterms');
});

test('goods together with services are another kind of export', () => {
  const lines = [goods('10.00'), { quantity: '1', item: { name: 'Flete', price: '5.00' } }];
  expect(requestOf(exported({ lines, ...terms({ due_dates: [{ date: '2026-12-10' }] }) }))).toMatchObject({
    Tipo_expo: 4,
    Permiso_existente: '',
    Imp_total: '15.00',
  });
});

test('discounts and charges are in the items, which add up to the total', () => {
  const request = requestOf(
    exported({
      lines: [
        goods('10.00', {
          quantity: '3',
          item: { name: 'Yerba', ref: 'Y-1', key: 'goods', price: '10.00', unit: 'kg' },
          discounts: [{ percent: '10%' }],
          charges: [{ amount: '1.00', reason: 'Envase' }],
        }),
      ],
      discounts: [{ amount: '2.50', reason: 'Pronto pago' }],
      charges: [{ amount: '7.00', reason: 'Seguro' }],
    }),
  );
  const unit = { Pro_bonificacion: '0.00', Pro_qty: '1', Pro_umed: 98 };
  expect(request.Imp_total).toBe('32.50');
  expect(request.Items).toEqual([
    {
      Pro_codigo: 'Y-1',
      Pro_ds: 'Yerba',
      Pro_qty: '3',
      Pro_umed: 1,
      Pro_precio_uni: '10.00',
      Pro_bonificacion: '3.00',
      Pro_total_item: '27.00',
    },
    { ...unit, Pro_ds: 'Envase', Pro_precio_uni: '1.00', Pro_total_item: '1.00' },
    {
      Pro_ds: 'Pronto pago',
      Pro_qty: '0',
      Pro_umed: 99,
      Pro_precio_uni: '0',
      Pro_bonificacion: '0',
      Pro_total_item: '-2.50',
    },
    { ...unit, Pro_ds: 'Seguro', Pro_precio_uni: '7.00', Pro_total_item: '7.00' },
  ]);
});

test('export permits are sent with the country of their goods', () => {
  expect(requestOf(exported(permits(permit, { ...permit, country: 'UY' })))).toMatchObject({
    Permiso_existente: 'S',
    Permisos: [
      { Id_permiso: '09052EC01006154G', Dst_merc: 203 },
      { Id_permiso: '09052EC01006154G', Dst_merc: 225 },
    ],
  });
});

test('a customer without a tax id is identified by the country of its address', () => {
  const customer = { name: 'Jane Doe', addresses: [{ street: '1 Main St', country: 'US' }] };
  const request = requestOf(exported({ customer }));
  expect(request).toMatchObject({ Dst_cmp: 212, Cuit_pais_cliente: '55000002126' });
  expect(request).not.toHaveProperty('Id_impositivo');
});

test('a person has the CUIT of the people of its country, if it is stated', () => {
  const customer = {
    name: 'Jane Doe',
    tax_id: { country: 'BR', code: '123' },
    identities: [{ code: '50000000059', ext: { 'ar-arca-identity-type': '80' } }],
    addresses: [{ street: 'Rua Augusta', country: 'BR' }],
  };
  expect(requestOf(exported({ customer }))).toMatchObject({
    Cuit_pais_cliente: '50000000059',
    Id_impositivo: '123',
  });
});

test('an invoice paid in its currency needs no rate', () => {
  const data = exported({ exchange_rates: undefined, ...ext({ 'ar-arca-same-currency': 'S' }) });
  const request = requestOf(data);
  expect(request.CanMisMonExt).toBe('S');
  expect(request).not.toHaveProperty('Moneda_ctz');
});

test('a note names the document that it corrects, and has the rate of its invoice', () => {
  const invoice = build(exported(ext({ 'ar-arca-same-currency': 'S' })));
  const draft = noteOf(
    { ...invoice, code: '7' },
    { id: entry, type: 'credit-note', extent: { kind: 'whole' }, now },
  );
  const request = requestOf(draft);
  expect(request).toMatchObject({
    Cbte_Tipo: 21,
    Permiso_existente: '',
    Moneda_ctz: '1450.5',
    Cmps_asoc: [{ Cbte_tipo: 19, Cbte_punto_vta: 5, Cbte_nro: 7, Cbte_cuit: '30123456781' }],
  });
  expect(request).not.toHaveProperty('CanMisMonExt');
  expect(request).not.toHaveProperty('Fecha_pago');
});

describe('the Id of a request', () => {
  const { Id } = requestOf(exported());

  it('has fifteen digits and is the same for the same invoice', () => {
    expect(String(Id)).toMatch(/^\d{15}$/);
    expect(requestOf(exported()).Id).toBe(Id);
  });

  it('is the same in every release, because it tells whether a voucher is the invoice’s', () => {
    expect(requestOf(exportedServices()).Id).toBe(193_533_079_377_166);
  });

  it('is another one for a corrected invoice, and for an equal one', () => {
    expect(requestOf(exported({ lines: [goods('10.01', { quantity: '3' })] })).Id).not.toBe(Id);
    expect(exportRequest(build(exported()), '019aa000-0000-7000-8000-000000000002').Id).not.toBe(Id);
  });
});

test('a discount that is rounded above the exact amount of its line is sent as that amount', () => {
  const tiny = goods('0.00014', { quantity: '35.715', discounts: [{ percent: '50.1%' }] });
  expect(requestOf(exported({ lines: [tiny] })).Items).toMatchObject([
    { Pro_bonificacion: '0.005000', Pro_total_item: '0.00' },
  ]);
});

describe('an export is refused', () => {
  it.each<[string, Json, string, string]>([
    ['six days back', exported({ issue_date: '2026-11-14' }), 'ARCA-E1500', '$.issue_date'],
    ['without a customer', exported({ customer: undefined }), gobl('09'), '$.customer'],
    [
      'to a country that the authority does not list',
      exported({
        customer: { name: 'X', tax_id: { country: 'XX', code: '1' }, addresses: [{ street: 'A' }] },
      }),
      'ARCA-E1560',
      '$.customer.tax_id.country',
    ],
    [
      'to Argentina',
      exported({
        customer: { name: 'X', tax_id: { country: 'AR', code: '30712345671' }, addresses: [{ street: 'A' }] },
      }),
      'ARCA-E1560',
      '$.customer.tax_id.country',
    ],
    [
      'without an address',
      exported({ customer: { name: 'X', tax_id: { country: 'BR', code: '1' } } }),
      'ARCA-E1660',
      '$.customer.addresses',
    ],
    ['without a form of payment', exported({ payment: undefined }), 'ARCA-E1620', '$.payment.terms.detail'],
    [
      'of services without a date of payment',
      exportedServices(terms({})),
      'ARCA-E1672',
      '$.payment.terms.due_dates',
    ],
    [
      'of services paid before its date',
      exportedServices(terms({ due_dates: [{ date: '2026-11-19' }] })),
      'ARCA-E1674',
      '$.payment.terms.due_dates[0].date',
    ],
    [
      'of goods without an Incoterm',
      exported({ tax: undefined }),
      'ARCA-E1640',
      '$.tax.ext.ar-arca-incoterms',
    ],
    [
      'with an unknown Incoterm',
      exported(ext({ 'ar-arca-incoterms': 'FAB' })),
      'ARCA-E1640',
      '$.tax.ext.ar-arca-incoterms',
    ],
    [
      'with a long place',
      exported(ext({ 'ar-arca-incoterms-detail': 'Puerto de Buenos Aires' })),
      'ARCA-E1642',
      '$.tax.ext.ar-arca-incoterms-detail',
    ],
    [
      'in a fourth language',
      exported(ext({ 'ar-arca-language': '4' })),
      'ARCA-E1630',
      '$.tax.ext.ar-arca-language',
    ],
    [
      'with a malformed permit',
      exported(permits({ code: '1' })),
      'ARCA-E1740',
      '$.delivery.identities[0].code',
    ],
    ['with a permit twice', exported(permits(permit, permit)), 'ARCA-E1740', '$.delivery.identities[1]'],
    [
      'of services with a permit',
      exportedServices(permits(permit)),
      'ARCA-E1736',
      '$.delivery.identities[0]',
    ],
    [
      'with a quantity of 0',
      exported({ lines: [goods('1.00', { quantity: '0' })] }),
      'ARCA-E1780',
      '$.lines[0].quantity',
    ],
    ['with a negative price', exported({ lines: [goods('-1.00')] }), 'ARCA-E1800', '$.lines[0].item.price'],
    [
      'with a discount above its line',
      exported({ lines: [goods('1.00', { discounts: [{ amount: '2.00' }] }), goods('5.00')] }),
      'ARCA-E1812',
      '$.lines[0].discounts',
    ],
    [
      'with a negative total',
      exported({ discounts: [{ amount: '31.00' }] }),
      'ARCA-E1610',
      '$.totals.payable',
    ],
    ['with a perception', exported({ charges: [perception()] }), 'ARCA-E1610', '$.charges[0]'],
    ['with VAT', exported({ lines: [line('10.00')] }), gobl('23'), '$.lines[0].taxes'],
    ['without a rate', exported({ exchange_rates: undefined }), gobl('24'), '$.exchange_rates'],
    ['with a corrected document', exported({ preceding: [corrected()] }), 'ARCA-E1755', '$.preceding'],
    ['as a note of nothing', note('credit-note', '19', { preceding: [] }), gobl('21'), '$.preceding'],
    [
      'as a note of two documents',
      note('credit-note', '19', { preceding: [corrected(), corrected()] }),
      'ARCA-E1754',
      '$.preceding[1]',
    ],
    ['as a note of class A', note('credit-note', '1'), 'ARCA-E1680', '$.preceding[0].ext.ar-arca-doc-type'],
    [
      'as a note with a date of payment',
      note('debit-note', '19', { payment: { terms: { due_dates: [{ date: '2026-12-10' }] } } }),
      'ARCA-E1673',
      '$.payment.terms.due_dates',
    ],
    [
      'as a note that states its currency of payment',
      note('credit-note', '19', { tax: { ext: { 'ar-arca-same-currency': 'S' } } }),
      'ARCA-E1605',
      '$.tax.ext.ar-arca-same-currency',
    ],
    [
      'as a debit note of services of a credit note',
      note('debit-note', '21', { lines: [{ quantity: '1', item: { name: 'Ajuste', price: '5.00' } }] }),
      'ARCA-E2042',
      '$.preceding[0].ext.ar-arca-doc-type',
    ],
  ])('%s', (_, data, code, path) => {
    expect(codesAndPaths(data)).toEqual([[code, path]]);
  });
});

test('lines may have GOBL’s VAT key of exports', () => {
  const taxes = [{ cat: 'VAT', key: 'export' }];
  expect(codesAndPaths(exported({ lines: [line('10.00', { taxes })] }))).toEqual([]);
  expect(codesAndPaths(classA({ lines: [line('10.00', { taxes })] }))).toEqual([
    ['export-not-supported', '$.lines[0].taxes[0].key'],
  ]);
});

test('building an export again changes nothing', () => {
  const built = build(exported(permits(permit)));
  expect(build(built)).toEqual(built);
});
