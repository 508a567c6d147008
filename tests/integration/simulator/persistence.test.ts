// @module-tag slow
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';
import { callWsfex, exportXml } from './wsfex-client.ts';

let dataDirectory: string;
let simulator: RunningSimulator;

beforeEach(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'simulator-data-'));
  simulator = await startSimulator({ dataDirectory });
});
afterEach(async () => {
  await simulator.stop();
  rmSync(dataDirectory, { recursive: true });
});

describe('with a data directory', () => {
  test('certificates, authorizations, tickets and points of sale outlive a killed process', async () => {
    const holder = await newHolder(simulator, 'live');
    await simulator.addPointOfSale({ cuit: company, number: 3, system: 'RECE' });
    const { token, sign } = await login(simulator, 'live', holder);
    await simulator.kill();
    simulator = await startSimulator({ dataDirectory });
    const list = await callWsfe(
      simulator,
      'live',
      'FEParamGetPtosVenta',
      authXml({ token, sign, cuit: company }),
    );
    expect(list.text).toContain('<Nro>3</Nro>');
    expect((await login(simulator, 'live', holder)).status).toBe(200);
    const again = { cuit: holder.cuit, alias: holder.alias, csr: '' };
    await expect(simulator.issueCertificate('live', { ...again, csr: 'x' })).rejects.toThrow(
      'El ALIAS ya existe',
    );
  });

  test('an authorized voucher survives too, and its number is not used again', async () => {
    const { token, sign } = await login(simulator, 'sandbox', await newHolder(simulator, 'sandbox'));
    const auth = authXml({ token, sign, cuit: company });
    await simulator.addTaxpayer('sandbox', { cuit: company, vat_status: 'monotributo' });
    const solicit = (number: number) =>
      callWsfe(simulator, 'sandbox', 'FECAESolicitar', auth + consumer(number));
    const cae = /<CAE>(\d{14})</.exec((await solicit(1)).text)?.[1] ?? 'none';
    await simulator.kill();
    simulator = await startSimulator({ dataDirectory });
    expect(await simulator.control.vouchers('sandbox', company)).toMatchObject([{ number: 1, cae }]);
    expect((await solicit(1)).code).toBe('10016');
    expect((await solicit(2)).text).toMatch(/<CAE>\d{14}</);
  });

  test('an authorized export survives with its Id', async () => {
    const holder = await newHolder(simulator, 'sandbox', { represented: [] });
    const { cuit, alias } = holder;
    await simulator.authorise('sandbox', { cuit, alias, represented_cuit: company, service: 'wsfex' });
    const { token, sign } = await login(simulator, 'sandbox', holder, { service: 'wsfex' });
    const auth = authXml({ token, sign, cuit: company });
    const authorise = () => callWsfex(simulator, 'sandbox', 'FEXAuthorize', auth + exportXml({ Id: 70 }));
    const cae = /<Cae>(\d{14})</.exec((await authorise()).text)?.[1] ?? 'none';
    await simulator.kill();
    simulator = await startSimulator({ dataDirectory });
    const again = await authorise();
    expect(again.text).toContain(`<Cae>${cae}</Cae>`);
    expect(again.text).toContain('<Reproceso>S</Reproceso>');
    expect((await callWsfex(simulator, 'sandbox', 'FEXGetLast_ID', auth)).text).toContain('<Id>70</Id>');
  });

  test('the file with the authorities’ keys is for its owner only, and no draft is left', async () => {
    await newHolder(simulator, 'sandbox');
    expect(readdirSync(dataDirectory)).toEqual(['simulator.json']);
    expect(statSync(join(dataDirectory, 'simulator.json')).mode & 0o777).toBe(0o600);
  });
});

/** Of a hundred pesos, class C, dated today. */
const consumer = (number: number) =>
  '<FeCAEReq><FeCabReq><CantReg>1</CantReg><PtoVta>1</PtoVta><CbteTipo>11</CbteTipo></FeCabReq><FeDetReq>' +
  '<FECAEDetRequest><Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro>' +
  `<CbteDesde>${number}</CbteDesde><CbteHasta>${number}</CbteHasta><ImpTotal>100</ImpTotal><ImpNeto>100</ImpNeto>` +
  '<MonId>PES</MonId><MonCotiz>1</MonCotiz><CondicionIVAReceptorId>5</CondicionIVAReceptorId>' +
  '</FECAEDetRequest></FeDetReq></FeCAEReq>';

test('without a data directory, a new start trusts nothing of the one before', async () => {
  const first = await startSimulator();
  const holder = await newHolder(first, 'sandbox');
  await first.stop();
  const second = await startSimulator();
  expect((await login(second, 'sandbox', holder)).code).toBe('cms.cert.untrusted');
  await second.stop();
});
