import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, type Holder, newHolder } from './applicant.ts';
import { openArcasdk } from './clients/arcasdk.ts';

// Clients that others wrote against the real services: what they accept is what ARCA sends.

type Arca = import('@arcasdk/core').Arca;

const require = createRequire(import.meta.url);
const environments: Environment[] = ['sandbox', 'live'];

let simulator: RunningSimulator;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator();
  folder = mkdtempSync(join(tmpdir(), 'simulator-conformance-'));
  await simulator.addPointOfSale({ cuit: company, number: 5, system: 'RECE' });
  await simulator.addPointOfSale({ cuit: company, number: 6, system: 'FEEWS' });
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

const today = new Date()
  .toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' })
  .replaceAll('-', '');
const isoToday = `${today.slice(0, 4)}-${today.slice(4, 6)}-${today.slice(6)}`;
/** Of 100 pesos to a consumer, who needs no name. */
const voucher = {
  PtoVta: 5,
  CantReg: 1,
  Concepto: 1,
  DocTipo: 99,
  DocNro: 0,
  CbteFch: today,
  ImpTotConc: 0,
  ImpNeto: 100,
  ImpOpEx: 0,
  ImpTrib: 0,
  MonId: 'PES',
  MonCotiz: 1,
  CondicionIVAReceptorId: 5,
};
const voucherB = {
  ...voucher,
  CbteTipo: 6,
  ImpTotal: 121,
  ImpIVA: 21,
  Iva: [{ Id: 5, BaseImp: 100, Importe: 21 }],
};

const { MonCotiz: _, ...withoutRate } = voucherB;
const inDollars = {
  ...withoutRate,
  MonId: 'DOL',
  CanMisMonExt: 'S',
  ImpTrib: 35,
  ImpTotal: 156,
  Tributos: [{ Id: 4, Desc: 'Impuestos internos', BaseImp: 0, Alic: 0, Importe: 35 }],
};

const item = { Pro_codigo: 'A1', Pro_ds: 'Software', Pro_qty: 10, Pro_umed: 7, Pro_precio_uni: 20 };
/** Of 200 dollars to a company in the United States. */
const exported = {
  Id: 1,
  Fecha_cbte: today,
  Cbte_Tipo: 19,
  Punto_vta: 6,
  Cbte_nro: 1,
  Tipo_expo: 2,
  Permiso_existente: '',
  Dst_cmp: 212,
  Cliente: 'Acme Inc.',
  Cuit_pais_cliente: 55000002126,
  Domicilio_cliente: '1 Main St, Springfield',
  Moneda_Id: 'DOL',
  Moneda_ctz: 1450,
  Imp_total: 200,
  Forma_pago: 'Transferencia',
  Idioma_cbte: 2,
  Items: { Item: [{ ...item, Pro_bonificacion: 0, Pro_total_item: 200 }] },
  Fecha_pago: today,
};

const goods = {
  ...exported,
  Id: 2,
  Cbte_nro: 2,
  Tipo_expo: 1,
  Permiso_existente: 'S',
  Permisos: { Permiso: [{ Id_permiso: '26001EC01000123A', Dst_merc: 212 }] },
  Incoterms: 'FOB',
  Fecha_pago: '',
};

/** A company that must receive credit invoices. */
const large = 30_090_000_116;
const credit = {
  ...voucherB,
  CbteTipo: 201,
  DocTipo: 80,
  DocNro: large,
  CondicionIVAReceptorId: 1,
  ImpTotal: 7_260_000,
  ImpNeto: 6_000_000,
  ImpIVA: 1_260_000,
  Iva: [{ Id: 5, BaseImp: 6_000_000, Importe: 1_260_000 }],
  FchVtoPago: today,
  Opcionales: [
    { Id: '2101', Valor: '0110599520000001235579' },
    { Id: '27', Valor: 'SCA' },
  ],
};
const { FchVtoPago: _due, ...undated } = credit;
/** A credit note for the first credit invoice. */
const creditNote = {
  ...undated,
  CbteTipo: 203,
  CbtesAsoc: [{ Tipo: 201, PtoVta: 5, Nro: 1, Cuit: company, CbteFch: today }],
  Opcionales: [{ Id: '22', Valor: 'N' }],
};

describe.each(environments)('@arcasdk/core in %s', (environment) => {
  let billing: Arca['electronicBillingService'];
  let exports: Arca['wsfexService'];
  let registry: Arca['wsfecredService'];

  beforeAll(async () => {
    const holder = await newHolder(simulator, environment);
    const { cuit, alias } = holder;
    for (const service of ['wsfex', 'wsfecred']) {
      await simulator.authorise(environment, { cuit, alias, represented_cuit: company, service });
    }
    await simulator.addTaxpayer(environment, { cuit: company, size: 'MIPYME', exporter: true });
    const arca = openArcasdk(simulator, environment, holder, folder);
    billing = arca.electronicBillingService;
    exports = arca.wsfexService;
    registry = arca.wsfecredService;
  });

  test('sees the servers up', async () => {
    expect(await billing.getServerStatus()).toMatchObject({
      appServer: 'OK',
      dbServer: 'OK',
      authServer: 'OK',
    });
  });

  test('logs in and lists the points of sale', async () => {
    const before = (await simulator.control.stats())[environment];
    const result = await billing.getSalesPoints();
    const after = (await simulator.control.stats())[environment];
    expect(after.logins).toBe(before.logins + 1);
    if (environment === 'live') expect(JSON.stringify(result.resultGet)).toContain('CAE - Ri Iva');
    else expect(JSON.stringify(result.errors)).toContain('602');
  });

  test('obtains a CAE, and finds the invoice', async () => {
    const { caes } = (await simulator.control.stats())[environment];
    const { cae, caeFchVto } = await billing.createNextVoucher(voucherB);
    expect(cae).toMatch(/^\d{14}$/);
    expect(caeFchVto).toMatch(/^\d{8}$/);
    expect((await simulator.control.stats())[environment].caes).toBe(caes + 1);
    const { cbteNro } = await billing.getLastVoucher(5, 6);
    expect(JSON.stringify(await billing.getVoucherInfo(cbteNro, 5, 6))).toContain(cae);
    expect(await billing.getVoucherInfo(cbteNro + 1, 5, 6)).toBeNull();
  });

  test('obtains a CAE with a tax of a fixed amount, in dollars at the official rate', async () => {
    // It refuses itself what names no rate.
    const { cae } = await billing.createNextVoucher({ ...inDollars, MonCotiz: 1450 } as typeof voucherB);
    expect(cae).toMatch(/^\d{14}$/);
    const { cbteNro } = await billing.getLastVoucher(5, 6);
    const found = JSON.stringify(await billing.getVoucherInfo(cbteNro, 5, 6));
    expect(found).toContain(cae);
    expect(found).toMatch(/"monCotiz":"?1450\b/i);
    expect(found).toMatch(/"impTrib":"?35\b/i);
  });

  test('receives the reason of a rejection', async () => {
    const rejected = billing.createNextVoucher({ ...voucherB, ImpTotal: 130 }).then(
      (result) => JSON.stringify(result.response),
      (error: unknown) => `${error} ${JSON.stringify(error)}`,
    );
    expect(await rejected).toContain('10048');
  });

  test('obtains the CAE of an export, and finds it', async () => {
    // Its types require every element.
    const answer = await exports.authorize({ Cmp: exported } as never);
    const { Cae } = answer.FEXAuthorizeResult.FEXResultAuth;
    expect(Cae).toMatch(/^\d{14}$/);
    const found = await exports.getCmp({ Cmp: { Cbte_tipo: 19, Punto_vta: 6, Cbte_nro: 1 } });
    expect(found.FEXGetCMPResult.FEXResultGet).toMatchObject({ Cae, Cliente: 'Acme Inc.' });
    const missing = await exports.getCmp({ Cmp: { Cbte_tipo: 19, Punto_vta: 6, Cbte_nro: 2 } });
    expect(missing.FEXGetCMPResult.FEXErr.ErrCode).toBe(1020);
  });

  test('obtains the CAE of exported goods with a permit, after which it is the last number and Id', async () => {
    const answer = await exports.authorize({ Cmp: goods } as never);
    expect(answer.FEXAuthorizeResult.FEXResultAuth).toMatchObject({ Resultado: 'A', Cbte_nro: 2 });
    const last = await exports.getLastId({});
    expect(last.FEXGetLast_IDResult.FEXResultGet.Id).toBe(2);
    const status = await exports.checkPermiso({ ID_Permiso: '26001EC01000123A', Dst_merc: 212 });
    expect(status.FEXCheck_PermisoResult.FEXResultGet.Status).toBe('OK');
  });

  test('obtains the CAEs of a credit invoice and of its note, which the registry then has', async () => {
    for (const document of [credit, creditNote]) {
      const { cae } = await billing.createNextVoucher(document);
      expect(cae).toMatch(/^\d{14}$/);
    }
    const obligation = await registry.consultarMontoObligadoRecepcion({
      cuitConsultada: large,
      fechaEmision: isoToday,
    });
    expect(obligation.consultarMontoObligadoRecepcionReturn).toMatchObject({ obligado: 'S' });
    // Its types require every filter.
    const found = await registry.consultarComprobantes({ rolCUITRepresentada: 'Emisor' } as never);
    expect(JSON.stringify(found)).toMatch(/"codTipoCmp":"?201\b.*"codTipoCmp":"?203\b/);
  });

  test('receives the reason why a credit invoice without an account is rejected', async () => {
    const { response } = await billing.createNextVoucher({
      ...credit,
      Opcionales: [{ Id: '27', Valor: 'SCA' }],
    });
    expect(JSON.stringify(response)).toContain('10168');
  });

  test('reads the tables of exports', async () => {
    const tables = await Promise.all([
      exports.getParamCbteTipo({}),
      exports.getParamTipoExpo({}),
      exports.getParamIncoterms({}),
      exports.getParamIdiomas({}),
      exports.getParamUMed({}),
      exports.getParamDstPais({}),
      exports.getParamDstCuit({}),
      exports.getParamMon({}),
      exports.getParamMonConCotizacion({ Fecha_CTZ: today }),
      exports.getParamOpcionales({}),
      exports.getParamActividades({}),
    ]);
    const words = 'Facturas de Exp|Servicios|FOB|Portugués|docenas|BRASIL|URUGUAY|Pesos|1450|2401|620100';
    for (const [index, word] of words.split('|').entries()) {
      expect(JSON.stringify(tables[index])).toContain(word);
    }
  });

  test('reads the tables and the limits', async () => {
    const tables = await Promise.all([
      billing.getVoucherTypes(),
      billing.getConceptTypes(),
      billing.getDocumentTypes(),
      billing.getAliquotTypes(),
      billing.getCurrencyTypes(),
      billing.getTaxTypes(),
      billing.getIvaReceptorTypes('B'),
      billing.getQuotation('DOL'),
      billing.getMaxRecordsPerRequest(),
    ]);
    const words = ['Factura C', 'Servicios', 'CUIT', '10.5%', 'Pesos', 'IIBB', 'Final', 'DOL', '250'];
    for (const [index, word] of words.entries()) expect(JSON.stringify(tables[index])).toContain(word);
  });
});

describe.each(environments)('afip-apis in %s', (environment) => {
  async function logIn({ certificate, key }: Holder, service: string) {
    const { LoginTicket } = require('afip-apis') as typeof import('afip-apis');
    const certificateFile = join(folder, `${environment}-${service}.crt`);
    const keyFile = join(folder, `${environment}-${service}.key`);
    writeFileSync(certificateFile, certificate);
    writeFileSync(keyFile, key);
    const wsaa = `${simulator.url}/${environment}/ws/services/LoginCms?wsdl`;
    const { credentials } = await new LoginTicket().wsaaLogin(service, wsaa, certificateFile, keyFile);
    expect(credentials.token).not.toBe('');
    return credentials;
  }

  test('logs in for exports and obtains the CAE of goods with a permit, by the last number and Id', async () => {
    const { Wsfexv1 } = require('afip-apis') as typeof import('afip-apis');
    const holder = await newHolder(simulator, environment);
    const { cuit, alias } = holder;
    await simulator.authorise(environment, { cuit, alias, represented_cuit: company, service: 'wsfex' });
    const { token, sign } = await logIn(holder, 'wsfex');
    const Auth = { Token: token, Sign: sign, Cuit: Number(company) };
    const wsfex = new Wsfexv1(`${simulator.url}/${environment}/wsfexv1/service.asmx?wsdl`);
    const last = await wsfex.FEXGetLast_CMP({ Auth: { ...Auth, Pto_venta: 6, Cbte_Tipo: 19 } });
    const { Id } = (await wsfex.FEXGetLast_ID({ Auth })).FEXGetLast_IDResult.FEXResultGet;
    const Cbte_nro = Number(last.FEXGetLast_CMPResult.FEXResult_LastCMP.Cbte_nro) + 1;
    // Its types require every element.
    const Cmp = { ...goods, Id: Number(Id) + 1, Cbte_nro } as never;
    const { FEXResultAuth } = (await wsfex.FEXAuthorize({ Auth, Cmp })).FEXAuthorizeResult;
    expect(FEXResultAuth).toMatchObject({ Resultado: 'A', Cae: expect.stringMatching(/^\d{14}$/) });
  });

  test('logs in, sees the servers up, lists the points of sale and obtains CAEs, one without a rate', async () => {
    const { Wsfev1 } = require('afip-apis') as typeof import('afip-apis');
    const { token, sign } = await logIn(await newHolder(simulator, environment), 'wsfe');
    const wsfe = new Wsfev1(`${simulator.url}/${environment}/wsfev1/service.asmx?wsdl`);
    const status = await wsfe.FEDummy({});
    expect(status.FEDummyResult).toMatchObject({ AppServer: 'OK', DbServer: 'OK', AuthServer: 'OK' });
    const list = await wsfe.FEParamGetPtosVenta({
      Auth: { Token: token, Sign: sign, Cuit: Number(company) },
    });
    expect(JSON.stringify(list)).toContain(environment === 'live' ? 'CAE - Ri Iva' : '602');
    const Auth = { Token: token, Sign: sign, Cuit: Number(company) };
    const { CantReg, PtoVta, CbteTipo, Iva, ...amounts } = voucherB;
    const last = await wsfe.FECompUltimoAutorizado({ Auth, PtoVta, CbteTipo });
    const number = Number(last.FECompUltimoAutorizadoResult.CbteNro) + 1;
    const send = async (detail: Partial<typeof amounts>, number: number) => {
      const FeDetReq = {
        FECAEDetRequest: [
          { ...detail, CbteDesde: number, CbteHasta: number, FchVtoPago: '', Iva: { AlicIva: Iva } },
        ],
      };
      // Its types have no invoice without a rate.
      const FeCAEReq = { FeCabReq: { CantReg, PtoVta, CbteTipo }, FeDetReq } as never;
      const cae = /"CAE":"(\d{14})"/.exec(JSON.stringify(await wsfe.FECAESolicitar({ Auth, FeCAEReq })))?.[1];
      expect(cae).toBeDefined();
      const FeCompConsReq = { CbteTipo, CbteNro: number, PtoVta };
      const found = JSON.stringify(await wsfe.FECompConsultar({ Auth, FeCompConsReq }));
      expect(found).toContain(cae);
      return found;
    };
    await send(amounts, number);
    const { Tributos, ...dollars } = inDollars;
    const { CantReg: _count, PtoVta: _point, CbteTipo: _type, Iva: _vat, ...detail } = dollars;
    const found = await send(Object.assign(detail, { Tributos: { Tributo: Tributos } }), number + 1);
    expect(found).toMatch(/"MonCotiz":"?1450\b/);
    expect(found).toMatch(/"BaseImp":"?0"?,"Alic":"?0"?,"Importe":"?35\b/);
  });
});

describe.each(environments)('the WSDLs of %s', (environment) => {
  test('describe services that a SOAP library can call by the description alone', async () => {
    const wsfe = await createClientAsync(`${simulator.url}/${environment}/wsfev1/service.asmx?wsdl`);
    const [dummy] = await wsfe.FEDummyAsync({});
    expect(dummy.FEDummyResult).toMatchObject({ AppServer: 'OK' });
    const wsfex = await createClientAsync(`${simulator.url}/${environment}/wsfexv1/service.asmx?wsdl`);
    const [exportDummy] = await wsfex.FEXDummyAsync({});
    expect(exportDummy.FEXDummyResult).toMatchObject({ AppServer: 'OK' });
    const wsaa = await createClientAsync(`${simulator.url}/${environment}/ws/services/LoginCms?wsdl`);
    await expect(wsaa.loginCmsAsync({ in0: '' })).rejects.toThrow('No se puede decodificar el BASE64');
  });
});
