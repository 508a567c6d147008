import { describe, expect, it, test } from 'vitest';
import { isSameRequest, isSameSale } from '#lib/arca/invoicing.ts';
import {
  findInvoice,
  listPointsOfSale,
  readLastNumber,
  requestAuthorisation,
  requestXml,
  saleOf,
} from '#lib/arca/wsfex.ts';
import type { ExportRequest } from '#lib/documents/invoice/export-request.ts';
import { answering, fault, soap } from './server.ts';

const caller = (endpoint: string) => ({
  endpoint,
  ticket: { token: 'dG9rZW4=', sign: 'c2lnbg==' },
  cuit: '30712345671',
  timeoutMs: 5_000,
});
const answer = (operation: string, result: string) =>
  soap(
    `<${operation}Response xmlns="http://ar.gov.afip.dif.fexv1/">` +
      `<${operation}Result>${result}</${operation}Result></${operation}Response>`,
  );
const error = (code: number | string, message = 'Un motivo') =>
  `<FEXErr><ErrCode>${code}</ErrCode><ErrMsg>${message}</ErrMsg></FEXErr>`;
const noError = error(0, 'OK');

const request: ExportRequest = {
  Id: 123_456_789_012_345,
  Fecha_cbte: '20261120',
  Cbte_Tipo: 21,
  Punto_vta: 5,
  Tipo_expo: 1,
  Permiso_existente: '',
  Permisos: [{ Id_permiso: '09052EC01006154G', Dst_merc: 203 }],
  Dst_cmp: 203,
  Cliente: 'Padaria & Cia. Ltda.',
  Cuit_pais_cliente: '55000000050',
  Domicilio_cliente: 'Rua Augusta 100',
  Id_impositivo: '11.222.333/0001-81',
  Moneda_Id: 'DOL',
  Moneda_ctz: '1450.5',
  CanMisMonExt: 'N',
  Imp_total: '30.00',
  Cmps_asoc: [{ Cbte_tipo: 19, Cbte_punto_vta: 5, Cbte_nro: 6, Cbte_cuit: '30712345671' }],
  Forma_pago: 'Transferencia',
  Incoterms: 'FOB',
  Incoterms_Ds: 'Buenos Aires',
  Idioma_cbte: 2,
  Items: [
    {
      Pro_codigo: 'Y-1',
      Pro_ds: 'Yerba',
      Pro_qty: '3',
      Pro_umed: 1,
      Pro_precio_uni: '10.00',
      Pro_bonificacion: '0.00',
      Pro_total_item: '30.00',
    },
  ],
  Fecha_pago: '20261210',
};

test("the request's fields are in the WSDL's order", () => {
  expect(requestXml(request, 7)).toBe(
    '<Id>123456789012345</Id><Fecha_cbte>20261120</Fecha_cbte><Cbte_Tipo>21</Cbte_Tipo><Punto_vta>5</Punto_vta>' +
      '<Cbte_nro>7</Cbte_nro><Tipo_expo>1</Tipo_expo><Permiso_existente></Permiso_existente>' +
      '<Permisos><Permiso><Id_permiso>09052EC01006154G</Id_permiso><Dst_merc>203</Dst_merc></Permiso></Permisos>' +
      '<Dst_cmp>203</Dst_cmp><Cliente>Padaria &amp; Cia. Ltda.</Cliente>' +
      '<Cuit_pais_cliente>55000000050</Cuit_pais_cliente><Domicilio_cliente>Rua Augusta 100</Domicilio_cliente>' +
      '<Id_impositivo>11.222.333/0001-81</Id_impositivo><Moneda_Id>DOL</Moneda_Id><Moneda_ctz>1450.5</Moneda_ctz>' +
      '<CanMisMonExt>N</CanMisMonExt><Imp_total>30.00</Imp_total>' +
      '<Cmps_asoc><Cmp_asoc><Cbte_tipo>19</Cbte_tipo><Cbte_punto_vta>5</Cbte_punto_vta><Cbte_nro>6</Cbte_nro>' +
      '<Cbte_cuit>30712345671</Cbte_cuit></Cmp_asoc></Cmps_asoc>' +
      '<Forma_pago>Transferencia</Forma_pago><Incoterms>FOB</Incoterms><Incoterms_Ds>Buenos Aires</Incoterms_Ds>' +
      '<Idioma_cbte>2</Idioma_cbte>' +
      '<Items><Item><Pro_codigo>Y-1</Pro_codigo><Pro_ds>Yerba</Pro_ds><Pro_qty>3</Pro_qty><Pro_umed>1</Pro_umed>' +
      '<Pro_precio_uni>10.00</Pro_precio_uni><Pro_bonificacion>0.00</Pro_bonificacion>' +
      '<Pro_total_item>30.00</Pro_total_item></Item></Items><Fecha_pago>20261210</Fecha_pago>',
  );
});

describe('the last number', () => {
  const read = async (result: string) => {
    const { url, received } = await answering(answer('FEXGetLast_CMP', result));
    return { outcome: await readLastNumber(caller(url), { pointOfSale: 5, documentType: 19 }), received };
  };
  const last = (number: string) => `<FEXResult_LastCMP><Cbte_nro>${number}</Cbte_nro></FEXResult_LastCMP>`;

  it('is asked for with point of sale and type inside Auth', async () => {
    const { outcome, received } = await read(last('6') + noError);
    expect(outcome).toEqual({ kind: 'last', number: 6 });
    expect(received[0]).toContain(
      '<FEXGetLast_CMP xmlns="http://ar.gov.afip.dif.fexv1/"><Auth><Token>dG9rZW4=</Token><Sign>c2lnbg==</Sign>' +
        '<Cuit>30712345671</Cuit><Pto_venta>5</Pto_venta><Cbte_Tipo>19</Cbte_Tipo></Auth></FEXGetLast_CMP>',
    );
  });

  it.each([
    [1000, { kind: 'ticket-refused' }],
    [1001, { kind: 'cuit-not-represented' }],
    [501, { kind: 'unavailable', cause: 'authority' }],
    [505, { kind: 'unavailable', cause: 'transaction-active', outcomeUnknown: true }],
    [1607, { kind: 'refused', code: 1607 }],
  ])('is not the number that comes with error %d', async (code, expected) => {
    expect((await read(last('0') + error(code))).outcome).toMatchObject(expected);
  });

  it.each(['', '-1', 'x'])('is unknown when it is "%s"', async (number) => {
    expect((await read(last(number) + noError)).outcome).toMatchObject({ cause: 'unreadable' });
  });
});

describe('an authorization', () => {
  const verdict = (more: Record<string, string | number> = {}) => {
    const fields = {
      Id: request.Id,
      Cuit: '30712345671',
      Cbte_tipo: 21,
      Punto_vta: 5,
      Cbte_nro: 7,
      Cae: '86372444134504',
      Fch_venc_Cae: '20261130',
      Fch_cbte: '20261120',
      Resultado: 'A',
      Reproceso: 'N',
      Motivos_Obs: '',
      ...more,
    };
    const content = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<FEXResultAuth>${content.join('')}</FEXResultAuth>`;
  };
  const authorise = async (result: string) => {
    const { url } = await answering(answer('FEXAuthorize', result));
    return requestAuthorisation(caller(url), [request], 7);
  };
  const authorised = { cae: '86372444134504', caeExpiry: '2026-11-30', observations: [] };

  it.each([
    ['the first answer', verdict()],
    ['the answer to a repeated request', verdict({ Reproceso: 'S' })],
  ])('has its CAE in %s', async (_, result) => {
    expect(await authorise(result + noError)).toEqual({ kind: 'judged', authorised: [authorised] });
  });

  it('may have remarks', async () => {
    const outcome = await authorise(verdict({ Motivos_Obs: '15, 16' }) + noError);
    expect(outcome).toMatchObject({ authorised: [{ observations: [{ code: 15 }, { code: 16 }] }] });
  });

  it('was granted before, if a repeated request has another number', async () => {
    const outcome = await authorise(verdict({ Reproceso: 'S', Cbte_nro: 4 }) + noError);
    expect(outcome).toEqual({ kind: 'authorised-before', number: 4 });
  });

  it.each([
    ['by an error alone', error(1560, 'Dst_cmp')],
    ['by an error with a verdict', verdict({ Resultado: 'R', Cae: '' }) + error(1560, 'Dst_cmp')],
  ])('is refused %s', async (_, result) => {
    const reasons = [{ code: 1560, message: 'Dst_cmp' }];
    expect(await authorise(result)).toEqual({ kind: 'judged', authorised: [], reasons });
  });

  it('is refused by a reason of its own', async () => {
    expect(await authorise(verdict({ Resultado: 'R', Cae: '', Motivos_Obs: '21' }) + noError)).toMatchObject({
      kind: 'judged',
      authorised: [],
      reasons: [{ code: 21 }],
    });
  });

  it.each([
    ['nothing', ''],
    ['another Id', verdict({ Id: 1 }) + noError],
    ['another type', verdict({ Cbte_tipo: 19 }) + noError],
    ['another number for the first time', verdict({ Cbte_nro: 8 }) + noError],
    ['a CAE and an error', verdict() + error(1560)],
    ['no CAE', verdict({ Cae: '' }) + noError],
    ['an unknown verdict', verdict({ Resultado: 'P' }) + noError],
    ['an error without a code', error('')],
  ])('is unknown after %s', async (_, result) => {
    expect(await authorise(result)).toMatchObject({ kind: 'unavailable', outcomeUnknown: true });
  });

  it.each([
    [1000, { kind: 'ticket-refused' }],
    [502, { kind: 'unavailable', cause: 'transaction-active', outcomeUnknown: true }],
    [500, { kind: 'unavailable', cause: 'authority', outcomeUnknown: true }],
  ])('is not decided by error %d', async (code, expected) => {
    expect(await authorise(error(code))).toMatchObject(expected);
  });

  it('is a defect if the service does not understand the request', async () => {
    const { url } = await answering(fault('Client', 'Server was unable to read request'), 500);
    expect(await requestAuthorisation(caller(url), [request], 7)).toMatchObject({ kind: 'defect' });
  });
});

describe('a voucher', () => {
  const voucher = (more: Record<string, string | number> = {}) => {
    const fields = {
      Id: request.Id,
      Fecha_cbte: '20261120',
      Cbte_tipo: 21,
      Punto_vta: 5,
      Cbte_nro: 7,
      Tipo_expo: 1,
      Dst_cmp: 203,
      Cliente: 'PADARIA & CIA. LTDA.'.replace('&', '&amp;'),
      Cuit_pais_cliente: '55000000050',
      Id_impositivo: '11.222.333/0001-81 ',
      Moneda_Id: 'DOL',
      Moneda_ctz: '1450.500000',
      Imp_total: '30',
      Fecha_cbte_cae: '20261121',
      Fch_venc_Cae: '20261130',
      Cae: '86372444134504',
      Resultado: 'A',
      Motivos_Obs: '',
      ...more,
    };
    const content = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<FEXResultGet>${content.join('')}</FEXResultGet>`;
  };
  const find = async (result: string) => {
    const { url, received } = await answering(answer('FEXGetCMP', result));
    const outcome = await findInvoice(caller(url), { pointOfSale: 5, documentType: 21, number: 7 });
    return { outcome, received };
  };
  const found = async (more: Record<string, string | number> = {}) => {
    const { outcome } = await find(voucher(more) + noError);
    if (outcome.kind !== 'found') throw new Error(`not found: ${outcome.kind}`);
    return outcome.invoice;
  };

  it('is asked for by Cbte_tipo with a small t', async () => {
    const { outcome, received } = await find(voucher() + noError);
    expect(received[0]).toContain(
      '<Cmp><Cbte_tipo>21</Cbte_tipo><Punto_vta>5</Punto_vta><Cbte_nro>7</Cbte_nro></Cmp>',
    );
    expect(outcome).toMatchObject({
      kind: 'found',
      invoice: {
        number: 7,
        cae: '86372444134504',
        caeExpiry: '2026-11-30',
        processedAt: '2026-11-22T02:59:59.000Z',
      },
    });
  });

  it('is missing by error 1020', async () => {
    expect((await find(error(1020))).outcome).toEqual({ kind: 'missing' });
  });

  it('is unknown if it is another number', async () => {
    expect((await find(voucher({ Cbte_nro: 8 }) + noError)).outcome).toMatchObject({ cause: 'unreadable' });
  });

  it('is the sale of its request, in the authority’s notation', async () => {
    const invoice = await found();
    expect(isSameSale(invoice, saleOf(request))).toBe(true);
    expect(isSameRequest(invoice, saleOf(request))).toBe(true);
  });

  it.each([
    ['total', { Imp_total: '30.01' }],
    ['currency', { Moneda_Id: '060' }],
    ['rate', { Moneda_ctz: '1450.6' }],
    ['country', { Dst_cmp: 225 }],
    ['country’s CUIT', { Cuit_pais_cliente: '50000000059' }],
    ['date', { Fecha_cbte: '20261119' }],
    ['kind', { Tipo_expo: 2 }],
    ['Id', { Id: 1 }],
  ])('is another sale if its %s differs', async (_, more) => {
    expect(isSameSale(await found(more), saleOf(request))).toBe(false);
  });

  it('is the same sale if its tax id came back changed', async () => {
    const invoice = await found({ Id_impositivo: '11.222.333/0001-82' });
    expect(isSameSale(invoice, saleOf(request))).toBe(true);
    expect(isSameRequest(invoice, saleOf(request))).toBe(true);
  });

  it('is compared by all its fields if the authority returns no Id', async () => {
    const invoice = await found({ Id: 0 });
    expect(isSameSale(invoice, saleOf(request))).toBe(true);
    expect(isSameRequest(invoice, saleOf(request))).toBe(false);
    const other = await found({ Id: 0, Id_impositivo: '11.222.333/0001-82' });
    expect(isSameSale(other, saleOf(request))).toBe(false);
  });
});

describe('the points of sale for exports', () => {
  const point = (number: number, blocked: string, closedOn: string) =>
    `<ClsFEXResponse_PtoVenta><Pve_Nro>${number}</Pve_Nro><Pve_Bloqueado>${blocked}</Pve_Bloqueado>` +
    `<Pve_FchBaja>${closedOn}</Pve_FchBaja></ClsFEXResponse_PtoVenta>`;
  const listed = async (result: string) => {
    const { url } = await answering(answer('FEXGetPARAM_PtoVenta', result));
    return listPointsOfSale(caller(url));
  };

  test('are listed with whether each can be used', async () => {
    const points = point(5, 'N', 'NULL') + point(6, 'S', 'NULL') + point(7, 'N', '20250131');
    expect(await listed(`<FEXResultGet>${points}</FEXResultGet>${noError}`)).toMatchObject({
      kind: 'listed',
      pointsOfSale: [
        { service: 'wsfex', number: 5, usable: true },
        { service: 'wsfex', number: 6, blocked: true, usable: false },
        { service: 'wsfex', number: 7, closedOn: '2025-01-31', usable: false },
      ],
    });
  });

  test('may be none, which an error is not', async () => {
    expect(await listed(`<FEXResultGet />${noError}`)).toEqual({ kind: 'listed', pointsOfSale: [] });
    expect(await listed(error(1_001))).toMatchObject({ kind: 'cuit-not-represented' });
    expect(await listed(error(500))).toMatchObject({ kind: 'unavailable' });
  });
});
