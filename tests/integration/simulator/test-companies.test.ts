// @module-tag slow
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCuit } from '#simulator/cuit.ts';
import { testCompanies } from '#simulator/test-companies.ts';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { newHolder, otherCompany } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';
import { callWsfex, exportXml } from './wsfex-client.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

const today = new Date()
  .toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' })
  .replaceAll('-', '');

/** Of a hundred pesos to a consumer, class B, the first of its series. */
const invoice =
  '<FeCAEReq><FeCabReq><CantReg>1</CantReg><PtoVta>1</PtoVta><CbteTipo>6</CbteTipo></FeCabReq><FeDetReq>' +
  '<FECAEDetRequest><Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro><CbteDesde>1</CbteDesde>' +
  `<CbteHasta>1</CbteHasta><CbteFch>${today}</CbteFch><ImpTotal>121</ImpTotal><ImpTotConc>0</ImpTotConc>` +
  '<ImpNeto>100</ImpNeto><ImpOpEx>0</ImpOpEx><ImpTrib>0</ImpTrib><ImpIVA>21</ImpIVA><MonId>PES</MonId>' +
  '<MonCotiz>1</MonCotiz><CondicionIVAReceptorId>5</CondicionIVAReceptorId>' +
  '<Iva><AlicIva><Id>5</Id><BaseImp>100</BaseImp><Importe>21</Importe></AlicIva></Iva></FECAEDetRequest></FeDetReq></FeCAEReq>';

/** Logged in as who acts for the company and another, which no company's fault may stand in the way of. */
async function inNameOf(cuit: string, environment: 'sandbox' | 'live' = 'sandbox') {
  const holder = await newHolder(simulator, environment, { represented: [cuit, otherCompany] });
  const { token, sign } = await login(simulator, environment, holder);
  return (operation: string, content = '') =>
    callWsfe(simulator, environment, operation, authXml({ token, sign, cuit }) + content);
}

/** As `inNameOf`, for exports. */
async function exportsOf(cuit: string, environment: 'sandbox' | 'live' = 'sandbox') {
  const holder = await newHolder(simulator, environment, { represented: [] });
  for (const represented_cuit of [cuit, otherCompany]) {
    const { cuit: holderCuit, alias } = holder;
    await simulator.authorise(environment, {
      cuit: holderCuit,
      alias,
      represented_cuit,
      service: 'wsfex',
    });
  }
  const { token, sign } = await login(simulator, environment, holder, { service: 'wsfex' });
  return (operation: string, content = '') =>
    callWsfex(simulator, environment, operation, authXml({ token, sign, cuit }) + content);
}

describe('a company of the tests', () => {
  test.each([
    ['30090000019', 'coe.notAuthorized'],
    ['30090000027', 'wsaa.unavailable'],
  ])('%s: a person acting for it alone gets %s at each login', async (cuit, code) => {
    const holder = await newHolder(simulator, 'live', { represented: [cuit] });
    for (const _ of ['once', 'again']) {
      expect(await login(simulator, 'live', holder)).toMatchObject({ status: 500, code });
    }
    const other = await newHolder(simulator, 'live', { represented: [cuit, otherCompany] });
    expect((await login(simulator, 'live', other)).status).toBe(200);
  });

  test.each(['sandbox', 'live'] as const)(
    '30090000035: no point of sale is valid in %s',
    async (environment) => {
      const cuit = '30090000035';
      await simulator.addPointOfSale({ cuit, number: 1, system: 'RECE' }, environment);
      const call = await inNameOf(cuit, environment);
      expect((await call('FEParamGetPtosVenta')).code).toBe('602');
      expect((await call('FECAESolicitar', invoice)).code).toBe('10005');
    },
  );

  test('30090000043: may not issue at all', async () => {
    const answer = await (await inNameOf('30090000043'))('FECAESolicitar', invoice);
    expect([answer.code, answer.message]).toEqual(['10000', expect.stringContaining('FORMA ACTIVA')]);
    expect(answer.text).not.toContain('<FeDetResp>');
  });

  test('30090000051: each invoice is refused with 10015', async () => {
    const { code, text } = await (await inNameOf('30090000051'))('FECAESolicitar', invoice);
    expect(code).toBe('10015');
    expect(text).toContain('<Resultado>R</Resultado>');
    expect(await simulator.control.vouchers('sandbox', '30090000051')).toEqual([]);
  });

  test('30090000078: is answered five seconds later', async () => {
    const call = await inNameOf('30090000078');
    const began = performance.now();
    expect((await call('FECAESolicitar', invoice)).text).toContain('<Resultado>A</Resultado>');
    expect(performance.now() - began).toBeGreaterThan(4900);
  });

  test('30090000086: its invoice is authorized, and the answer lost', async () => {
    const call = await inNameOf('30090000086');
    await expect(call('FECAESolicitar', invoice)).rejects.toThrow('fetch failed');
    expect(await simulator.control.vouchers('sandbox', '30090000086')).toMatchObject([{ number: 1 }]);
    expect((await call('FEParamGetPtosVenta')).status).toBe(200);
  });

  test('30090000094: the service is out for its invoices', async () => {
    const call = await inNameOf('30090000094');
    expect((await call('FECAESolicitar', invoice)).status).toBe(503);
    expect((await call('FEParamGetPtosVenta')).status).toBe(200);
    expect(await simulator.control.vouchers('sandbox', '30090000094')).toEqual([]);
  });

  describe('in an export', () => {
    test('30090000035: no point of sale is valid', async () => {
      const call = await exportsOf('30090000035');
      expect((await call('FEXAuthorize', exportXml())).code).toBe('1510');
    });

    test('30090000043: may not issue at all', async () => {
      const { code, message } = await (await exportsOf('30090000043'))('FEXAuthorize', exportXml());
      expect([code, message]).toEqual(['1014', expect.stringContaining('FORMA ACTIVA')]);
    });

    test('30090000051: each invoice is refused with 1570', async () => {
      expect((await (await exportsOf('30090000051'))('FEXAuthorize', exportXml())).code).toBe('1570');
      expect(await simulator.control.vouchers('sandbox', '30090000051')).toEqual([]);
    });

    test('30090000086: its invoice is authorized, and the answer lost', async () => {
      const call = await exportsOf('30090000086');
      await expect(call('FEXAuthorize', exportXml({ Id: 7 }))).rejects.toThrow('fetch failed');
      const listed = await simulator.control.vouchers('sandbox', '30090000086');
      expect(listed.at(-1)).toMatchObject({ document_type: 19, request_id: 7 });
      expect((await call('FEXGetLast_ID')).text).toContain('<Id>7</Id>');
    });

    test('30090000094: the service is out for its invoices', async () => {
      const call = await exportsOf('30090000094');
      expect((await call('FEXAuthorize', exportXml())).status).toBe(503);
      expect((await call('FEXGetLast_ID')).status).toBe(200);
    });

    test('30090000132: is no exporter of goods, in live', async () => {
      const cuit = '30090000132';
      const goods = exportXml({ Tipo_expo: 1, Permiso_existente: 'N', Incoterms: 'FOB', Fecha_pago: '' });
      await simulator.addPointOfSale({ cuit, number: 5, system: 'FEEWS' });
      const live = await exportsOf(cuit, 'live');
      expect((await live('FEXAuthorize', goods)).code).toBe('1668');
      expect((await live('FEXAuthorize', exportXml({ Id: 2 }))).text).toContain('<Resultado>A</Resultado>');
      const sandbox = await exportsOf(cuit);
      expect((await sandbox('FEXAuthorize', goods)).text).toContain('<Resultado>A</Resultado>');
    });
  });

  test('is in the integrators’ table, with a valid check digit', () => {
    const page = readFileSync('docs/test-your-integration.md', 'utf8');
    for (const cuit of Object.keys(testCompanies)) {
      expect([cuit, parseCuit(cuit)]).toEqual([cuit, cuit]);
      expect([cuit, page.includes(`| \`${cuit}\` |`)]).toEqual([cuit, true]);
    }
  });
});
