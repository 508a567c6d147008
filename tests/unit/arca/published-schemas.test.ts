import { describe, expect, it, test } from 'vitest';
import { askRegister } from '#lib/arca/taxpayers-register.ts';
import * as wsfe from '#lib/arca/wsfe.ts';
import * as wsfecred from '#lib/arca/wsfecred.ts';
import * as wsfex from '#lib/arca/wsfex.ts';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import type { ExportRequest } from '#lib/documents/invoice/export-request.ts';
import { publishedWsdl, schemaCheck } from '#tests/support/wsdl.ts';
import { answering, soap } from './server.ts';
import { caller, request } from './wsfe-answers.ts';

type Caller = ReturnType<typeof caller>;
type Calls = Record<string, (caller: Caller) => Promise<unknown>>;

const voucher = { pointOfSale: 5, documentType: 201, number: 6 };
const { FchServDesde: _from, FchServHasta: _to, ...goods } = request;

/** A credit invoice of class A, with the account that is paid into. */
const creditInvoice: AuthorityAmounts = {
  ...goods,
  CbteTipo: 201,
  Concepto: 1,
  Opcionales: [
    { Id: '2101', Valor: '0110599520000001235579' },
    { Id: '27', Valor: 'SCA' },
    { Id: '23', Valor: 'OC <1> & 2' },
  ],
};
/** One that cancels it. */
const creditNote: AuthorityAmounts = {
  ...creditInvoice,
  CbteTipo: 203,
  CbtesAsoc: [{ Tipo: 201, PtoVta: 3, Nro: 6, Cuit: '30712345671', CbteFch: '20261121' }],
  Opcionales: [{ Id: '22', Valor: 'S' }],
};
const { CbtesAsoc: _corrected, ...aboutPeriod } = {
  ...request,
  CbteTipo: 3,
  PeriodoAsoc: { FchDesde: '20261001', FchHasta: '20261031' },
};

/** Services, with the least that an export has. */
const services: ExportRequest = {
  Id: 123_456_789_012_345,
  Fecha_cbte: '20261120',
  Cbte_Tipo: 19,
  Punto_vta: 5,
  Tipo_expo: 2,
  Permiso_existente: '',
  Dst_cmp: 212,
  Cliente: 'Acme & Co.',
  Cuit_pais_cliente: '55000002126',
  Domicilio_cliente: '1 Main St',
  Moneda_Id: 'DOL',
  Imp_total: '200.00',
  Idioma_cbte: 2,
  Items: [
    {
      Pro_ds: 'Software',
      Pro_qty: '10',
      Pro_umed: 7,
      Pro_precio_uni: '20.00',
      Pro_bonificacion: '0.00',
      Pro_total_item: '200.00',
    },
  ],
  Fecha_pago: '20261210',
};
const permitted: ExportRequest = {
  ...services,
  Tipo_expo: 1,
  Permiso_existente: 'S',
  Permisos: [
    { Id_permiso: '26001EC01000123A', Dst_merc: 212 },
    { Id_permiso: '26001EC01000124B', Dst_merc: 203 },
  ],
  Id_impositivo: '12-3456789',
  Moneda_ctz: '1450.5',
  CanMisMonExt: 'S',
  Forma_pago: 'Transferencia',
  Incoterms: 'FOB',
  Incoterms_Ds: 'Buenos Aires',
};
const correction: ExportRequest = {
  ...services,
  Cbte_Tipo: 21,
  Cmps_asoc: [{ Cbte_tipo: 19, Cbte_punto_vta: 5, Cbte_nro: 6, Cbte_cuit: '30712345671' }],
};

const ofWsfe: Calls = {
  callWsfe: (of) => wsfe.callWsfe('FEParamGetTiposMonedas', of),
  probeWsfe: ({ endpoint, timeoutMs }) => wsfe.probeWsfe(endpoint, timeoutMs),
  listPointsOfSale: wsfe.listPointsOfSale,
  readExchangeRate: (of) => wsfe.readExchangeRate(of, 'DOL'),
  readLastNumber: (of) => wsfe.readLastNumber(of, voucher),
  readLotLimit: wsfe.readLotLimit,
  findInvoice: (of) => wsfe.findInvoice(of, voucher),
  requestAuthorisation: (of) => wsfe.requestAuthorisation(of, [request, request], 7),
  'requestAuthorisation of a credit invoice': (of) => wsfe.requestAuthorisation(of, [creditInvoice], 7),
  'requestAuthorisation of a credit invoice’s note': (of) => wsfe.requestAuthorisation(of, [creditNote], 7),
  'requestAuthorisation of a note about a period': (of) => wsfe.requestAuthorisation(of, [aboutPeriod], 7),
};
const ofWsfex: Calls = {
  listPointsOfSale: wsfex.listPointsOfSale,
  readLastNumber: (of) => wsfex.readLastNumber(of, voucher),
  findInvoice: (of) => wsfex.findInvoice(of, voucher),
  requestAuthorisation: (of) => wsfex.requestAuthorisation(of, [services], 7),
  'requestAuthorisation of goods with permits': (of) => wsfex.requestAuthorisation(of, [permitted], 7),
  'requestAuthorisation of a credit note': (of) => wsfex.requestAuthorisation(of, [correction], 7),
};
const ofWsfecred: Calls = {
  readObligation: (of) => wsfecred.readObligation(of, { cuit: '30090000116', date: '2026-11-28' }),
  readCreditInvoice: (of) =>
    wsfecred.readCreditInvoice(of, { ...voucher, receiver: '30090000116', date: '2026-11-28' }),
};

/** What a call sends. */
async function sentBy(call: (caller: Caller) => Promise<unknown>): Promise<string[]> {
  const { url, received } = await answering(soap(''));
  await call(caller(url));
  return received;
}

describe.each([
  ['WSFE', 'wsfe', ofWsfe],
  ['WSFEX', 'wsfex', ofWsfex],
  ['WSFECRED', 'wsfecred', ofWsfecred],
  [
    'the taxpayers’ register',
    'ws_sr_inscription_proof',
    { askRegister: (of) => askRegister(of, '30712345671') } as Calls,
  ],
] as const)('the published schema of %s', (_service, name, calls) => {
  const faultsIn = schemaCheck(publishedWsdl(name));

  it.each(Object.keys(calls))('has nothing against the request of %s', async (call) => {
    const sent = await sentBy((caller) => (calls as Calls)[call]?.(caller) ?? Promise.reject());
    expect(sent).toHaveLength(1);
    expect(sent.flatMap(faultsIn)).toEqual([]);
  });
});

/** Functions that send nothing. */
const silent = ['saleOf', 'requestXml'];

test.each([
  ['WSFE', wsfe, ofWsfe, []],
  // FEXAuthorize takes one document, so it has no operation for their number.
  ['WSFEX', wsfex, ofWsfex, ['readLotLimit']],
  ['WSFECRED', wsfecred, ofWsfecred, []],
] as const)('every function that asks %s is among them', (_service, module, calls, others) => {
  const functions = Object.entries<unknown>(module).flatMap(([name, value]) =>
    typeof value === 'function' && ![...silent, ...others].includes(name) ? [name] : [],
  );
  expect(functions.filter((name) => !Object.hasOwn(calls, name))).toEqual([]);
});

describe('a request that differs from the published schema has its fault named:', () => {
  const faultsIn = schemaCheck(publishedWsdl('wsfex'));
  const send = ofWsfex['requestAuthorisation of goods with permits'] ?? (() => Promise.reject());

  it.each([
    ['another name', /Cbte_Tipo/g, 'Cbte_tipo', 'FEXAuthorize/Cmp/Cbte_tipo is unknown'],
    ['no number', '<Dst_cmp>212', '<Dst_cmp>', 'FEXAuthorize/Cmp/Dst_cmp is no short: '],
    ['a number that is too large', '<Dst_cmp>212', '<Dst_cmp>32768', 'Dst_cmp is no short: 32768'],
    ['a decimal comma', '1450.5', '1450,5', 'Cmp/Moneda_ctz is no decimal: 1450,5'],
    ['an order of its own', /(<Dst_cmp>.*<\/Dst_cmp>)(<Cliente>.*?<\/Cliente>)/, '$2$1', 'is out of order'],
    ['an element twice', /(<Imp_total>.*<\/Imp_total>)/, '$1$1', 'FEXAuthorize/Cmp/Imp_total 2 times'],
    ['an element too few', /<Imp_total>.*<\/Imp_total>/, '', 'FEXAuthorize/Cmp/Imp_total 0 times'],
    ['another namespace', '<Cmp>', '<Cmp xmlns="urn:otra">', 'FEXAuthorize/Cmp is in another namespace'],
    ['an unknown operation', /FEXAuthorize/g, 'FEXAutorizar', 'FEXAutorizar is unknown'],
    ['a nil where there must be a value', '<Id>', '<Id x:nil="true">', 'FEXAuthorize/Cmp/Id is nil'],
    ['text between its elements', '<Items>', '<Items>uno', 'FEXAuthorize/Cmp/Items has text'],
  ])('%s', async (_what, part, other, fault) => {
    const [envelope = ''] = await sentBy(send);
    const changed = envelope.replace(part, other);
    expect(changed).not.toBe(envelope);
    expect(faultsIn(changed).join('\n')).toContain(fault);
  });

  it('a value that its type does not list', async () => {
    const [envelope = ''] = await sentBy(ofWsfecred.readCreditInvoice ?? (() => Promise.reject()));
    const faults = schemaCheck(publishedWsdl('wsfecred'))(envelope.replace('Emisor', 'Cliente'));
    expect(faults).toEqual(['consultarComprobantesRequest/rolCUITRepresentada is no RolSimpleType: Cliente']);
  });
});
