// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, type Holder, newHolder } from './applicant.ts';
import { arcasdk } from './clients/arcasdk.ts';
import type { Ask, Client, Scene, Service } from './clients/client.ts';
import { afipApis, soap } from './clients/javascript.ts';
import { classB, exportOf, known, knownExport, operations, voucherOf } from './clients/operations.ts';
import { pyafipws, zeep } from './clients/python.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';
import { callWsfex, exportXml } from './wsfex-client.ts';

const clients: readonly Client[] = [arcasdk, afipApis, soap, zeep, pyafipws];

let simulator: RunningSimulator;
let scenes: Record<Service, Omit<Scene, 'pointOfSale'>>;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator();
  folder = mkdtempSync(join(tmpdir(), 'simulator-clients-'));
  const holder = await newHolder(simulator, 'sandbox');
  await authoriseExports(holder);
  // Another alias: a client that logs in by itself would be told that there is a ticket.
  const other = await newHolder(simulator, 'sandbox');
  await authoriseExports(other);
  const sceneOf = async (service: Service) => ({
    service,
    simulator,
    holder,
    folder,
    ticket: await login(simulator, 'sandbox', other, { service }),
  });
  scenes = { wsfe: await sceneOf('wsfe'), wsfex: await sceneOf('wsfex') };
  await simulator.addPointOfSale({ cuit: company, number: 3, system: 'RECE' }, 'sandbox');
  await simulator.addPointOfSale({ cuit: company, number: knownExport.listed, system: 'FEEWS' }, 'sandbox');
  await authoriseRange(scenes.wsfe.ticket);
  await authoriseSeries(scenes.wsfex.ticket);
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

const services = ['wsfe', 'wsfex'] as const;
const combinations = services.flatMap((service) =>
  clients.map((client, index) => ({ ...client, service, pointOfSale: 100 + index })),
);

describe.each(combinations)(
  '$name calls $service:',
  ({ service, isThere, lacks, tells, open, pointOfSale }) => {
    let ask: Ask;
    beforeAll(async () => {
      if (isThere) ask = await open({ ...scenes[service], pointOfSale });
    });

    for (const operation of operations[service]) {
      test.skipIf(!isThere || lacks.includes(operation.name))(operation.title, async () => {
        expect(await ask(operation)).toMatch(tells?.[operation.name] ?? operation.tells);
      });
    }
  },
);

test.each(services)('the operations are those of the WSDL of %s', async (service) => {
  const wsdl = await (await fetch(`${simulator.url}/sandbox/${service}v1/service.asmx?wsdl`)).text();
  const described = new Set([...wsdl.matchAll(/<wsdl:operation name="(\w+)"/g)].map(([, name]) => name));
  expect(new Set(operations[service].map(({ name }) => name))).toEqual(described);
});

const authoriseExports = ({ cuit, alias }: Holder) =>
  simulator.authorise('sandbox', { cuit, alias, represented_cuit: company, service: 'wsfex' });

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

/** Exports up to the known one, whose `Id` is higher than that of any client. */
async function authoriseSeries({ token, sign }: Scene['ticket']): Promise<void> {
  for (let number = 1; number <= knownExport.number; number += 1) {
    const {
      Items,
      Permiso_existente: _,
      ...voucher
    } = exportOf(known.pointOfSale, number, knownExport.id - knownExport.number + number);
    const items = Object.entries(Items.Item[0] ?? {}).map(([name, value]) => `<${name}>${value}</${name}>`);
    const changes = { ...voucher, Items: `<Item>${items.join('')}</Item>` };
    const auth = authXml({ token, sign, cuit: company });
    const { code } = await callWsfex(simulator, 'sandbox', 'FEXAuthorize', auth + exportXml(changes));
    expect(code).toBe('0');
  }
}
