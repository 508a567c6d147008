import { beforeEach, describe, expect, test } from 'vitest';
import { parseCuit } from '#simulator/cuit.ts';
import type { ExportRecord } from '#simulator/records.ts';
import { inventTaxpayer } from '#simulator/registry/taxpayers.ts';
import { countryCuits, destinations, isFreeZone } from '#simulator/wsfex/countries.ts';
import { isPermit } from '#simulator/wsfex/customs-rules.ts';
import { exportRules, observations, rejections } from '#simulator/wsfex/request-authorisation.ts';
import { firstBroken, type RuleContext } from '#simulator/wsfex/rules.ts';
import type { ExportVoucher } from '#simulator/wsfex/voucher.ts';
import { type ExportRegister, openExportRegister } from '#simulator/wsfex/voucher-register.ts';

const issuer = '30714589848';
// A Thursday.
const today = '20261008';

let register: ExportRegister;
beforeEach(() => {
  register = openExportRegister([]);
});

const contextWith = (changes: Partial<RuleContext> = {}): RuleContext => ({
  environment: 'live',
  cuit: issuer,
  today,
  register,
  isExporter: true,
  isPointOfSale: (number) => number === 5,
  systemOf: (number) => ({ 5: 'FEEWS' as const, 2: 'RECE' as const, 9: 'ONLINE' as const })[number],
  taxpayerOf: (cuit) => (cuit.startsWith('3') ? { ...inventTaxpayer(cuit), state: 'ACTIVO' } : undefined),
  ...changes,
});

const item = {
  Pro_codigo: 'A1',
  Pro_ds: 'Vino tinto',
  Pro_qty: 10,
  Pro_umed: 7,
  Pro_precio_uni: 20,
  Pro_bonificacion: 0,
  Pro_total_item: 200,
};

/** Ten bottles to the United States, shipped without a permit. */
const invoiceOfGoods: ExportVoucher = {
  Id: 1,
  Fecha_cbte: today,
  Cbte_Tipo: 19,
  Punto_vta: 5,
  Cbte_nro: 1,
  Tipo_expo: 1,
  Permiso_existente: 'N',
  Permisos: undefined,
  Dst_cmp: 212,
  Cliente: 'Acme Inc.',
  Cuit_pais_cliente: '55000002126',
  Domicilio_cliente: '1 Main St, Springfield',
  Id_impositivo: '',
  Moneda_Id: 'DOL',
  Moneda_ctz: 1450,
  CanMisMonExt: 'N',
  Obs_comerciales: '',
  Imp_total: 200,
  Obs: '',
  Cmps_asoc: undefined,
  Forma_pago: 'Transferencia',
  Incoterms: 'FOB',
  Incoterms_Ds: '',
  Idioma_cbte: 2,
  Items: [item],
  Opcionales: undefined,
  Fecha_pago: '',
  Actividades: undefined,
};

type Changes = Partial<ExportVoucher>;
const goods = (changes: Changes = {}): ExportVoucher => ({ ...invoiceOfGoods, ...changes });
const services = (changes: Changes = {}) =>
  goods({ Tipo_expo: 2, Permiso_existente: '', Incoterms: '', Fecha_pago: '20261030', ...changes });
const associated = (
  type: number,
  number = 1,
  changes: { Cbte_punto_vta?: number; Cbte_cuit?: string } = {},
) => ({
  Cbte_tipo: type,
  Cbte_punto_vta: 5,
  Cbte_nro: number,
  Cbte_cuit: issuer,
  ...changes,
});
const isNote = {
  Permiso_existente: '',
  CanMisMonExt: undefined,
  Forma_pago: '',
  Incoterms: '',
  Fecha_pago: '',
};
const creditOfGoods = (changes: Changes = {}) =>
  goods({ ...isNote, Cbte_Tipo: 21, Cmps_asoc: [associated(19)], ...changes });
const creditOfServices = (changes: Changes = {}) => creditOfGoods({ Tipo_expo: 2, ...changes });
const debitOfServices = (changes: Changes = {}) => creditOfServices({ Cbte_Tipo: 20, ...changes });
const permit = { Id_permiso: '26001EC01000123A', Dst_merc: 212 };
const shipped = (changes: Changes = {}) => goods({ Permiso_existente: 'S', Permisos: [permit], ...changes });
const document = { Id: '2401', Valor: 'ES12345678' };
const fob = (value: string) => ({ Id: '2402', Valor: value });
const simplified = (changes: Changes = {}) => goods({ Opcionales: [document, fob('150.00')], ...changes });
const simplifiedCredit = (changes: Changes = {}) => creditOfGoods({ Opcionales: [fob('100')], ...changes });

function authorised(voucher: ExportVoucher): void {
  const record: ExportRecord = {
    cuit: issuer,
    pointOfSale: voucher.Punto_vta,
    documentType: voucher.Cbte_Tipo,
    voucher,
    cae: '86261008500001',
    caeExpiry: voucher.Fecha_cbte,
    processedAt: `${today}120000`,
    observations: [],
  };
  register.add(record);
}

const errorOf = (voucher: ExportVoucher, changes?: Partial<RuleContext>) =>
  firstBroken(exportRules, voucher, contextWith(changes));

type Case = [what: string, voucher: ExportVoucher, code: number];

describe('is accepted:', () => {
  test.each([
    ['an invoice for goods', goods()],
    ['one with a permit', shipped()],
    ['one for services', services()],
    ['one of another kind, to Tierra del Fuego', services({ Tipo_expo: 4, Dst_cmp: 257 })],
    ['one in pesos', goods({ Moneda_Id: 'PES', Moneda_ctz: 1, CanMisMonExt: undefined })],
    ['one paid in dollars, at the official rate', goods({ CanMisMonExt: 'S' })],
    ['one paid in dollars, without a rate', goods({ CanMisMonExt: 'S', Moneda_ctz: undefined })],
    ['one of goods at less than the official rate', goods({ Moneda_ctz: 1200 })],
    [
      'a customer with a number of its country only',
      goods({ Cuit_pais_cliente: '0', Id_impositivo: '99-1' }),
    ],
    ['a customer of a free zone with its own CUIT', goods({ Cuit_pais_cliente: '30500010912' })],
    ['goods of a simplified export', simplified()],
    ['a delivery note beside an invoice', goods({ Cmps_asoc: [associated(88), associated(89)] })],
    ['five days ago', goods({ Fecha_cbte: '20261003' })],
    ['in five days', goods({ Fecha_cbte: '20261013' })],
  ])('%s', (_what, voucher) => expect(errorOf(voucher)).toBeUndefined());

  test('notes on what was invoiced', () => {
    authorised(services());
    expect(errorOf(creditOfServices())).toBeUndefined();
    expect(errorOf(debitOfServices())).toBeUndefined();
    authorised(debitOfServices());
    expect(errorOf(creditOfServices({ Cmps_asoc: [associated(20)] }))).toBeUndefined();
  });

  test('a note on a voucher from before the point of sale was electronic', () => {
    expect(
      errorOf(creditOfGoods({ Cmps_asoc: [associated(19, 7, { Cbte_punto_vta: 30 })] })),
    ).toBeUndefined();
    expect(errorOf(creditOfGoods({ Cmps_asoc: [associated(19, 7, { Cbte_punto_vta: 9 })] }))).toBeUndefined();
  });
});

const withItem = (changes: Partial<typeof item>) => goods({ Items: [{ ...item, ...changes }] });

const cases: Case[] = [
  ['a document type of another service', goods({ Cbte_Tipo: 1 }), 1530],
  ['a point of sale of another system', goods({ Punto_vta: 2 }), 1510],
  ['a point of sale that is too high', goods({ Punto_vta: 99_999 }), 1510],
  ['no number', goods({ Cbte_nro: 0 }), 1520],
  ['a number out of sequence', goods({ Cbte_nro: 2 }), 1535],
  ['an unknown kind of export', goods({ Tipo_expo: 3 }), 1540],
  ['a date six days ago', goods({ Fecha_cbte: '20261002' }), 1500],
  ['a date in six days', goods({ Fecha_cbte: '20261014' }), 1500],
  ['a date that is none', goods({ Fecha_cbte: '20261032' }), 1500],

  ['an unknown currency', goods({ Moneda_Id: 'USD' }), 1590],
  ['an unknown answer to CanMisMonExt', goods({ CanMisMonExt: '' }), 1603],
  ['pesos with CanMisMonExt', goods({ Moneda_Id: 'PES', Moneda_ctz: 1 }), 1605],
  ['a note with CanMisMonExt', creditOfGoods({ CanMisMonExt: 'N' }), 1605],
  ['no rate', goods({ Moneda_ctz: undefined }), 1602],
  ['pesos at another rate than 1', goods({ Moneda_Id: 'PES', Moneda_ctz: 2, CanMisMonExt: undefined }), 1601],
  ['a negative rate', goods({ Moneda_ctz: -1 }), 1600],
  ['a rate with seven decimals', goods({ Moneda_ctz: 1449.1234567 }), 1600],
  ['a rate below 2 % of the official one', goods({ Moneda_ctz: 28 }), 1667],
  ['a rate above 400 % of the official one', goods({ Moneda_ctz: 5801 }), 1667],
  ['a rate more than one peso above', goods({ Moneda_ctz: 1451.01 }), 1604],
  ['services at another rate', services({ Moneda_ctz: 1449 }), 2053],
  ['dollars paid in dollars at another rate', goods({ CanMisMonExt: 'S', Moneda_ctz: 1449 }), 2053],

  ['an unknown destination', goods({ Dst_cmp: 9999 }), 1560],
  ['no customer', goods({ Cliente: '' }), 1650],
  ['a customer with a long name', goods({ Cliente: 'x'.repeat(201) }), 1651],
  ['no address', goods({ Domicilio_cliente: '' }), 1660],
  ['a long address', goods({ Domicilio_cliente: 'x'.repeat(301) }), 1661],
  ['no number of the customer at all', goods({ Cuit_pais_cliente: '0' }), 1580],
  ['a CUIT of no country', goods({ Cuit_pais_cliente: '55000001111' }), 1570],
  ['no form of payment', goods({ Forma_pago: '' }), 1620],
  ['an unknown language', goods({ Idioma_cbte: 4 }), 1630],
  ['goods without an Incoterm', goods({ Incoterms: '' }), 1640],
  ['an Incoterm that has ended', goods({ Incoterms: 'DAT' }), 1640],
  ['a description of no Incoterm', services({ Incoterms_Ds: 'Buenos Aires' }), 1641],
  ['a long description of the Incoterm', goods({ Incoterms_Ds: 'x'.repeat(21) }), 1642],
  ['long notes', goods({ Obs: 'x'.repeat(1001) }), 1665],
  ['long commercial notes', goods({ Obs_comerciales: 'x'.repeat(4001) }), 1665],
  ['a date of payment that is none', services({ Fecha_pago: '2026-10-30' }), 1671],
  ['services without a date of payment', services({ Fecha_pago: '' }), 1672],
  ['a note with a date of payment', creditOfGoods({ Fecha_pago: '20261030' }), 1673],
  ['services paid before they were invoiced', services({ Fecha_pago: '20261007' }), 1674],

  ['no items', goods({ Items: [] }), 1666],
  ['no list of items', goods({ Items: undefined }), 1666],
  ['an item with a long code', withItem({ Pro_codigo: 'x'.repeat(51) }), 1760],
  ['an item without a description', withItem({ Pro_ds: '' }), 1770],
  ['an unknown unit', withItem({ Pro_umed: 12 }), 1790],
  ['an item without a unit, with a price', withItem({ Pro_umed: 0 }), 1775],
  ['no quantity', withItem({ Pro_qty: 0 }), 1780],
  ['a quantity with seven decimals', withItem({ Pro_qty: 10.0000001 }), 1813],
  ['a negative price', withItem({ Pro_precio_uni: -20 }), 1800],
  ['a price with thirteen digits', withItem({ Pro_precio_uni: 1e12 }), 1814],
  ['a negative discount', withItem({ Pro_bonificacion: -1 }), 1811],
  ['a discount with seven decimals', withItem({ Pro_bonificacion: 1e-7 }), 1817],
  ['a discount above the price', withItem({ Pro_bonificacion: 201 }), 1812],
  ['an item with three decimals', withItem({ Pro_total_item: 200.001 }), 1816],
  ['an item below zero', withItem({ Pro_total_item: -200 }), 1810],
  ['a discount item above zero', withItem({ Pro_umed: 99, Pro_qty: 0, Pro_precio_uni: 0 }), 1810],
  ['an item that is not quantity × price', withItem({ Pro_total_item: 201 }), 1815],
  ['a total that is not the sum', goods({ Imp_total: 199 }), 1610],

  ['no Permiso_existente', services({ Permiso_existente: undefined }), 1550],
  ['another Permiso_existente than S or N', goods({ Permiso_existente: 'X' }), 1550],
  ['goods with an empty Permiso_existente', goods({ Permiso_existente: '' }), 1550],
  ['services with Permiso_existente', services({ Permiso_existente: 'N' }), 1550],
  ['a note with Permiso_existente', creditOfGoods({ Permiso_existente: 'N' }), 1550],
  ['services with a permit', services({ Permisos: [permit] }), 1736],
  ['an empty list of permits', goods({ Permisos: [] }), 1720],
  ['an announced permit that is missing', goods({ Permiso_existente: 'S' }), 1720],
  ['a permit that was not announced', goods({ Permisos: [permit] }), 1720],
  ['a permit without a destination', shipped({ Permisos: [{ ...permit, Dst_merc: 0 }] }), 1730],
  ['a permit that is none', shipped({ Permisos: [{ ...permit, Id_permiso: 'X' }] }), 1740],
  ['a permit twice', shipped({ Permisos: [permit, permit] }), 1740],
  ['a permit to an unknown destination', shipped({ Permisos: [{ ...permit, Dst_merc: 9999 }] }), 1750],

  ['an empty list of associated vouchers', creditOfGoods({ Cmps_asoc: [] }), 1820],
  ['an associated voucher without a number', creditOfGoods({ Cmps_asoc: [associated(19, 0)] }), 1670],
  ['an associated voucher of another service', creditOfGoods({ Cmps_asoc: [associated(1)] }), 1680],
  [
    'an associated point of sale that is too high',
    creditOfGoods({ Cmps_asoc: [associated(19, 1, { Cbte_punto_vta: 99_999 })] }),
    1690,
  ],
  ['an associated number that is too high', creditOfGoods({ Cmps_asoc: [associated(19, 1e9)] }), 1700],
  [
    'an associated invoice of another issuer',
    creditOfGoods({ Cmps_asoc: [associated(19, 1, { Cbte_cuit: '30500010912' })] }),
    2031,
  ],
  ['an invoice beside an invoice', goods({ Cmps_asoc: [associated(19)] }), 1755],
  ['a note for services on nothing', creditOfServices({ Cmps_asoc: undefined }), 2047],
  ['a debit note on a debit note', debitOfServices({ Cmps_asoc: [associated(20)] }), 2041],
  ['a debit note on a credit note', debitOfServices({ Cmps_asoc: [associated(21)] }), 2042],
  ['a debit note on two invoices', debitOfServices({ Cmps_asoc: [associated(19), associated(19, 2)] }), 2040],
  ['a credit note on a credit note', creditOfServices({ Cmps_asoc: [associated(21)] }), 2045],
  [
    'a credit note on an invoice and a debit note',
    creditOfServices({ Cmps_asoc: [associated(19), associated(20)] }),
    2046,
  ],
  [
    'a credit note on two invoices',
    creditOfServices({ Cmps_asoc: [associated(19), associated(19, 2)] }),
    2043,
  ],
  [
    'a credit note on two debit notes',
    creditOfServices({ Cmps_asoc: [associated(20), associated(20, 2)] }),
    2044,
  ],
  [
    'a note for goods on two vouchers',
    creditOfGoods({ Cmps_asoc: [associated(19), associated(19, 2)] }),
    1754,
  ],
  ['a note for services on an unknown invoice', creditOfServices(), 2048],
  ['a note for goods on an unknown invoice', creditOfGoods(), 1749],
  [
    'a note on an invoice of WSFE’s point of sale',
    creditOfGoods({ Cmps_asoc: [associated(19, 1, { Cbte_punto_vta: 2 })] }),
    1749,
  ],

  ['an empty list of optional data', goods({ Opcionales: [] }), 2001],
  ['an empty optional datum', goods({ Opcionales: [{ Id: '', Valor: '' }] }), 2002],
  ['an unknown optional datum', goods({ Opcionales: [{ Id: '5', Valor: '1' }] }), 2003],
  ['an optional datum twice', simplified({ Opcionales: [document, document] }), 2004],
  ['an empty document', simplified({ Opcionales: [{ ...document, Valor: '' }, fob('1')] }), 2005],
  ['a document that is none', simplified({ Opcionales: [{ ...document, Valor: 'a-b' }, fob('1')] }), 2006],
  ['an empty FOB value', simplified({ Opcionales: [document, fob('')] }), 2007],
  ['a FOB value with a comma', simplified({ Opcionales: [document, fob('1,5')] }), 2008],
  ['a simplified export without a FOB value', simplified({ Opcionales: [document] }), 2010],
  ['simplified services', services({ Opcionales: [document, fob('1')] }), 2011],
  [
    'a simplified export in pesos',
    simplified({ Moneda_Id: 'PES', Moneda_ctz: 1, CanMisMonExt: undefined }),
    2016,
  ],
  ['a simplified export with a permit', simplified({ Permiso_existente: 'S', Permisos: [permit] }), 2056],
  ['a FOB value above 15,000 dollars', simplified({ Opcionales: [document, fob('15000.01')] }), 2020],
  ['a FOB value above the total', simplified({ Opcionales: [document, fob('200.01')] }), 2021],
  ['a simplified note on nothing', simplifiedCredit({ Cmps_asoc: undefined }), 2028],
];

describe('is refused:', () => {
  test.each(cases)('%s', (_what, voucher, code) => expect(errorOf(voucher)?.code).toBe(code));

  test('services dated in the next month', () => {
    const voucher = services({ Fecha_cbte: '20261101' });
    expect(errorOf(voucher, { today: '20261030' })).toMatchObject({ code: 1500 });
    expect(errorOf(goods({ Fecha_cbte: '20261101' }), { today: '20261030' })).toBeUndefined();
  });

  test('a date before that of the last voucher', () => {
    authorised(goods());
    expect(errorOf(goods({ Cbte_nro: 2, Fecha_cbte: '20261007' }))).toEqual({
      code: 1535,
      message:
        'La fecha de comprobante ingresada debe ser mayor o igual a la del ultimo comprobante autorizado',
    });
  });

  test('goods of a company that is no exporter, in live only', () => {
    expect(errorOf(goods(), { isExporter: false })?.code).toBe(1668);
    expect(errorOf(services(), { isExporter: false })).toBeUndefined();
    expect(errorOf(goods(), { isExporter: false, environment: 'sandbox' })).toBeUndefined();
  });

  test('everything of a company that may not issue, with the cause', () => {
    const issuerProblem = 'CUIT inactiva';
    expect(errorOf(goods({ Cbte_Tipo: 1 }), { issuerProblem })).toEqual({
      code: 1014,
      message: issuerProblem,
    });
  });

  test('services in a currency without an official rate, but not goods', () => {
    const voucher = { Moneda_Id: '049', Moneda_ctz: 10 };
    expect(errorOf(services(voucher))?.code).toBe(1590);
    expect(errorOf(goods(voucher))).toBeUndefined();
  });

  test.each<Case>([
    ['on goods', creditOfServices({ Cmps_asoc: [associated(19, 2)] }), 2049],
    ['for another country', creditOfServices({ Dst_cmp: 203 }), 2050],
    ['in another currency', creditOfServices({ Moneda_Id: '060', Moneda_ctz: 1000 }), 2051],
    ['from before the invoice', creditOfServices({ Fecha_cbte: '20261006' }), 2052],
    ['at another rate', creditOfServices({ Moneda_ctz: 1440 }), 2053],
    ['on a debit note without an invoice', creditOfServices({ Cmps_asoc: [associated(20)] }), 2055],
  ])('a note for services %s', (_what, voucher, code) => {
    authorised(services({ Fecha_cbte: '20261007' }));
    authorised(goods({ Cbte_nro: 2, Id: 2, Fecha_cbte: '20261007' }));
    authorised(debitOfServices({ Id: 3, Cmps_asoc: undefined, Fecha_cbte: '20261007' }));
    expect(errorOf(voucher)?.code).toBe(code);
  });

  test.each<Case>([
    ['with a document', simplifiedCredit({ Opcionales: [document, fob('100')] }), 2057],
    ['on an ordinary invoice', simplifiedCredit({ Cmps_asoc: [associated(19, 2)] }), 2029],
    ['of more than the invoice', simplifiedCredit({ Opcionales: [fob('150.01')] }), 2023],
    ['without optional data', simplifiedCredit({ Opcionales: undefined }), 2032],
  ])('a note on a simplified export %s', (_what, voucher, code) => {
    authorised(simplified());
    authorised(goods({ Cbte_nro: 2, Id: 2 }));
    expect(errorOf(voucher)?.code).toBe(code);
  });
});

describe('the texts seen on the wire:', () => {
  test.each([
    [
      goods({ Fecha_cbte: '20250101' }),
      'Campo fecha_cbte: La fecha debe estar incluida en el periodo 20261003 - 20261013',
    ],
    [
      services({ Permiso_existente: 'N' }),
      "Campo Permiso_existente:'N'. Debe ser 'vacio' para comprobantes 20 o 21 y Tipo_expo=2 o 4",
    ],
    [
      services({ Permiso_existente: undefined }),
      'Campo Permiso_existente madatorio: Debe ser S, N o vacio (debe enviarse tag)',
    ],
    [
      services({ Moneda_ctz: 1000 }),
      'Cotizacion informada no valida. (FechaCot utilizada: 07/10/2026 - CotAduana: 1450.0000 para este caso)',
    ],
    [
      services({ Fecha_pago: '' }),
      'Para facturas de exportacion (2 – Servicios / 4 - Otros) es obligatorio informar la fecha de pago',
    ],
  ])('%#', (voucher, message) => expect(errorOf(voucher)?.message).toBe(message));

  test('the rate is that of the Friday before a Monday', () => {
    const monday = services({ Fecha_cbte: '20261005', Moneda_ctz: 1000 });
    expect(errorOf(monday)?.message).toContain('02/10/2026');
  });
});

test('only the first broken rule counts', () => {
  // As recorded: the rate before the permits.
  expect(errorOf(goods({ Moneda_ctz: 1, Permiso_existente: undefined, Cliente: '' }))?.code).toBe(1667);
});

test('a receiver without an active CUIT is refused with a verdict', () => {
  const inactive = contextWith({ taxpayerOf: (cuit) => ({ ...inventTaxpayer(cuit), state: 'INACTIVO' }) });
  expect(firstBroken(rejections, goods({ Cuit_pais_cliente: '30500010912' }), inactive)?.code).toBe(21);
  expect(firstBroken(rejections, goods(), contextWith())).toBeUndefined();
});

describe('an observation', () => {
  test('is made on a customer in a free zone without a CUIT of its own', () => {
    const zone = Number(destinations.find(({ id }) => isFreeZone(Number(id)))?.id);
    expect(firstBroken(observations, goods({ Dst_cmp: zone }), contextWith())?.code).toBe(16);
    const own = goods({ Dst_cmp: zone, Cuit_pais_cliente: '30500010912' });
    expect(firstBroken(observations, own, contextWith())).toBeUndefined();
  });

  test('is made on a credit note of more than its invoice', () => {
    authorised(goods());
    const isMore = (total: number) =>
      firstBroken(observations, creditOfGoods({ Imp_total: total }), contextWith())?.code;
    expect(isMore(200)).toBeUndefined();
    expect(isMore(201)).toBe(17);
  });
});

describe('the register', () => {
  test('finds a voucher by the issuer’s Id, and knows its highest', () => {
    authorised(goods({ Id: 70 }));
    authorised(goods({ Id: 12, Cbte_nro: 2 }));
    expect(register.byId(issuer, 12)?.voucher.Cbte_nro).toBe(2);
    expect(register.byId('30500010912', 12)).toBeUndefined();
    expect(register.lastId(issuer)).toBe(70);
    expect(register.lastId('30500010912')).toBe(0);
  });

  test('is read from what was stored', () => {
    const stored: ExportRecord[] = [];
    register = openExportRegister(stored);
    authorised(goods({ Id: 70 }));
    const reopened = openExportRegister(structuredClone(stored));
    expect(reopened.byId(issuer, 70)?.cae).toBe('86261008500001');
    expect(reopened.lastId(issuer)).toBe(70);
    expect(reopened.last({ cuit: issuer, pointOfSale: 5, documentType: 19 })?.voucher.Id).toBe(70);
  });
});

describe('the countries', () => {
  test('have three CUITs each, most of them with a valid check digit', () => {
    expect(countryCuits).toHaveLength(777);
    expect(new Set(countryCuits.map(({ cuit }) => cuit)).size).toBe(777);
    expect(countryCuits.filter(({ cuit }) => !parseCuit(cuit))).toHaveLength(3);
    const american = countryCuits.filter(({ description }) => description.startsWith('ESTADOS UNIDOS'));
    expect(american.map(({ cuit }) => cuit)).toEqual(['50000002124', '51600002124', '55000002126']);
  });

  test('are destinations, beside territories and free zones', () => {
    expect(destinations).toHaveLength(297);
    expect(new Set(destinations.map(({ id }) => id)).size).toBe(297);
    expect(destinations).toContainEqual({ id: '203', name: 'BRASIL' });
    expect(isFreeZone(212)).toBe(false);
  });
});

test('a permit has sixteen characters', () => {
  expect(isPermit('26001EC01000123A')).toBe(true);
  expect(isPermit('26001EC01000000A')).toBe(false);
  expect(isPermit('26001ec01000123a')).toBe(false);
  expect(isPermit('')).toBe(false);
});
