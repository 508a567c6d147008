import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, type Holder, newHolder } from './applicant.ts';

// Clients that others wrote against the real services: what they accept is what ARCA sends.

const require = createRequire(import.meta.url);
// The SOAP library of @arcasdk/core: Node's usual one.
const { createClientAsync } = createRequire(require.resolve('@arcasdk/core'))(
  'soap',
) as typeof import('soap');
const environments: Environment[] = ['sandbox', 'live'];

let simulator: RunningSimulator;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator();
  folder = mkdtempSync(join(tmpdir(), 'simulator-conformance-'));
  await simulator.addPointOfSale({ cuit: company, number: 5, system: 'RECE' });
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

describe.each(environments)('@arcasdk/core in %s', (environment) => {
  let billing: import('@arcasdk/core').Arca['electronicBillingService'];
  let holder: Holder;

  beforeAll(async () => {
    // Copied when the main module loads, so they are changed first (arca.md section 7).
    const path = '@arcasdk/core/lib/infrastructure/soap/config/endpoints.types.js';
    const { Endpoints } = require(path) as { Endpoints: Record<string, string> };
    const suffixes = [
      ['sandbox', '_TEST'],
      ['live', ''],
    ];
    for (const [name, suffix] of suffixes) {
      Endpoints[`WSAA${suffix}`] = `${simulator.url}/${name}/ws/services/LoginCms`;
      Endpoints[`WSFEV1${suffix}`] = `${simulator.url}/${name}/wsfev1/service.asmx`;
    }
    const { Arca } = require('@arcasdk/core') as typeof import('@arcasdk/core');
    holder = await newHolder(simulator, environment);
    billing = new Arca({
      production: environment === 'live',
      cert: holder.certificate,
      key: holder.key,
      cuit: Number(company),
      ticketPath: join(folder, environment),
      useHttpsAgent: false,
    }).electronicBillingService;
  });

  test('finds the servers up', async () => {
    expect(await billing.getServerStatus()).toMatchObject({
      appServer: 'OK',
      dbServer: 'OK',
      authServer: 'OK',
    });
  });

  test('logs in and asks for the points of sale', async () => {
    const before = (await simulator.control.stats())[environment];
    const result = await billing.getSalesPoints();
    const after = (await simulator.control.stats())[environment];
    expect(after.logins).toBe(before.logins + 1);
    if (environment === 'live') expect(JSON.stringify(result.resultGet)).toContain('CAE - Ri Iva');
    else expect(JSON.stringify(result.errors)).toContain('602');
  });
});

describe.each(environments)('afip-apis in %s', (environment) => {
  test('logs in, finds the servers up and asks for the points of sale', async () => {
    const { LoginTicket, Wsfev1 } = require('afip-apis') as typeof import('afip-apis');
    const holder = await newHolder(simulator, environment);
    const certificateFile = join(folder, `${environment}.crt`);
    const keyFile = join(folder, `${environment}.key`);
    writeFileSync(certificateFile, holder.certificate);
    writeFileSync(keyFile, holder.key);
    const wsaa = `${simulator.url}/${environment}/ws/services/LoginCms?wsdl`;
    const ticket = await new LoginTicket().wsaaLogin('wsfe', wsaa, certificateFile, keyFile);
    expect(ticket.credentials.token).not.toBe('');
    const wsfe = new Wsfev1(`${simulator.url}/${environment}/wsfev1/service.asmx?wsdl`);
    const status = await wsfe.FEDummy({});
    expect(status.FEDummyResult).toMatchObject({ AppServer: 'OK', DbServer: 'OK', AuthServer: 'OK' });
    const { token, sign } = ticket.credentials;
    const list = await wsfe.FEParamGetPtosVenta({
      Auth: { Token: token, Sign: sign, Cuit: Number(company) },
    });
    expect(JSON.stringify(list)).toContain(environment === 'live' ? 'CAE - Ri Iva' : '602');
  });
});

describe.each(environments)('the WSDLs of %s', (environment) => {
  test('describe services a SOAP library can call without knowing anything else', async () => {
    const wsfe = await createClientAsync(`${simulator.url}/${environment}/wsfev1/service.asmx?wsdl`);
    const [dummy] = await wsfe.FEDummyAsync({});
    expect(dummy.FEDummyResult).toMatchObject({ AppServer: 'OK' });
    const wsaa = await createClientAsync(`${simulator.url}/${environment}/ws/services/LoginCms?wsdl`);
    await expect(wsaa.loginCmsAsync({ in0: '' })).rejects.toThrow('No se puede decodificar el BASE64');
  });
});
