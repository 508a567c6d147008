// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder } from './applicant.ts';
import { arcasdk } from './clients/arcasdk.ts';
import type { Ask, Client, Scene } from './clients/client.ts';
import { afipApis, soap } from './clients/javascript.ts';
import { classB, known, operations, voucherOf } from './clients/operations.ts';
import { pyafipws, zeep } from './clients/python.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';

const clients: readonly Client[] = [arcasdk, afipApis, soap, zeep, pyafipws];

let simulator: RunningSimulator;
let scene: Omit<Scene, 'pointOfSale'>;

beforeAll(async () => {
  simulator = await startSimulator();
  const holder = await newHolder(simulator, 'sandbox');
  // Another alias: a client that logs in by itself would be told that there is a ticket.
  const ticket = await login(simulator, 'sandbox', await newHolder(simulator, 'sandbox'));
  const folder = mkdtempSync(join(tmpdir(), 'simulator-clients-'));
  scene = { simulator, holder, ticket, folder };
  await simulator.addPointOfSale({ cuit: company, number: 3, system: 'RECE' }, 'sandbox');
  await authoriseRange(ticket);
});
afterAll(async () => {
  await simulator.stop();
  rmSync(scene.folder, { recursive: true });
});

describe.each(clients.map((client, index) => ({ ...client, pointOfSale: 100 + index })))(
  '$name',
  ({ isThere, lacks, tells, open, pointOfSale }) => {
    let ask: Ask;
    beforeAll(async () => {
      if (isThere) ask = await open({ ...scene, pointOfSale });
    });

    for (const operation of operations) {
      test.skipIf(!isThere || lacks.includes(operation.name))(operation.name, async () => {
        expect(await ask(operation)).toMatch(tells?.[operation.name] ?? operation.tells);
      });
    }
  },
);

test('the operations are those of the WSDL', async () => {
  const wsdl = await (await fetch(`${simulator.url}/sandbox/wsfev1/service.asmx?wsdl`)).text();
  const described = new Set([...wsdl.matchAll(/<wsdl:operation name="(\w+)"/g)].map(([, name]) => name));
  expect(new Set(operations.map(({ name }) => name))).toEqual(described);
});

/** In class B one voucher may stand for many sales: its last number can be taken for no other. */
async function authoriseRange({ token, sign }: Scene['ticket']): Promise<void> {
  const voucher = { ...voucherOf(1), CbteHasta: known.number, ImpTotal: 121, ImpIVA: 21 };
  const detail = Object.entries(voucher).map(([name, value]) => `<${name}>${value}</${name}>`);
  const { text } = await callWsfe(
    simulator,
    'sandbox',
    'FECAESolicitar',
    `${authXml({ token, sign, cuit: company })}<FeCAEReq><FeCabReq><CantReg>1</CantReg>` +
      `<PtoVta>${known.pointOfSale}</PtoVta><CbteTipo>${classB}</CbteTipo></FeCabReq><FeDetReq><FECAEDetRequest>` +
      `${detail.join('')}<Iva><AlicIva><Id>5</Id><BaseImp>100</BaseImp><Importe>21</Importe></AlicIva></Iva>` +
      '</FECAEDetRequest></FeDetReq></FeCAEReq>',
  );
  expect(text).toContain('<Resultado>A</Resultado>');
}
