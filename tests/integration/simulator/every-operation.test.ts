// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder, otherCompany } from './applicant.ts';
import { arcasdk } from './clients/arcasdk.ts';
import type { Ask, Client, Scene } from './clients/client.ts';
import { afipApis, soap } from './clients/javascript.ts';
import {
  abroad,
  classB,
  domestic,
  exportOf,
  inClassC,
  known,
  knownExport,
  voucherOf,
} from './clients/operations.ts';
import { pyafipws, zeep } from './clients/python.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';
import { callWsfex, exportXml } from './wsfex-client.ts';

const clients: readonly Client[] = [arcasdk, afipApis, soap, zeep, pyafipws];

type Given = Pick<Scene, 'service' | 'cuit' | 'operations'>;
const scenes = {
  wsfe: { service: 'wsfe', cuit: company, operations: domestic },
  'wsfe in class C': { service: 'wsfe', cuit: otherCompany, operations: inClassC },
  wsfex: { service: 'wsfex', cuit: company, operations: abroad },
} as const satisfies Record<string, Given>;
type Name = keyof typeof scenes;
const names = Object.keys(scenes) as Name[];

let simulator: RunningSimulator;
let folder: string;
let opened: Record<Name, Omit<Scene, 'pointOfSale'>>;

beforeAll(async () => {
  simulator = await startSimulator();
  folder = mkdtempSync(join(tmpdir(), 'simulator-clients-'));
  const size = 'MIPYME' as const;
  await simulator.addTaxpayer('sandbox', { cuit: company, vat_status: 'registered', size });
  await simulator.addTaxpayer('sandbox', { cuit: otherCompany, vat_status: 'monotributo', size });
  await simulator.addPointOfSale({ cuit: company, number: 3, system: 'RECE' }, 'sandbox');
  await simulator.addPointOfSale({ cuit: company, number: knownExport.listed, system: 'FEEWS' }, 'sandbox');
  const entries = await Promise.all(names.map(async (name) => [name, await open(scenes[name])] as const));
  opened = Object.fromEntries(entries) as typeof opened;
  await authoriseRange(opened.wsfe.ticket);
  await authoriseSeries(opened.wsfex.ticket);
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

async function open(given: Given): Promise<Omit<Scene, 'pointOfSale'>> {
  const { service, cuit } = given;
  const newUser = async () => {
    const holder = await newHolder(simulator, 'sandbox', { represented: [] });
    const { cuit: holding, alias } = holder;
    await simulator.authorise('sandbox', { cuit: holding, alias, represented_cuit: cuit, service });
    return holder;
  };
  // Another alias: a client that logs in by itself would be told that there is a ticket.
  const ticket = await login(simulator, 'sandbox', await newUser(), { service });
  return { ...given, simulator, folder, ticket, holder: await newUser() };
}

const combinations = names.flatMap((name) =>
  clients.map((client, index) => ({ ...client, scene: name, pointOfSale: 100 + index })),
);

describe.each(combinations)(
  '$name calls $scene:',
  ({ scene, isThere, lacks, orTells, open, pointOfSale }) => {
    let ask: Ask;
    beforeAll(async () => {
      if (isThere) ask = await open({ ...opened[scene], pointOfSale });
    });

    for (const operation of scenes[scene].operations) {
      test.skipIf(!isThere || lacks.includes(operation.name))(operation.title, async () => {
        const expected = [operation.tells, orTells?.[operation.name]].flatMap((told) => told?.source ?? []);
        expect(await ask(operation)).toMatch(new RegExp(expected.join('|')));
      });
    }
  },
);

test.each(['wsfe', 'wsfex'] as const)('the operations are those of the WSDL of %s', async (service) => {
  const wsdl = await (await fetch(`${simulator.url}/sandbox/${service}v1/service.asmx?wsdl`)).text();
  const described = new Set([...wsdl.matchAll(/<wsdl:operation name="(\w+)"/g)].map(([, name]) => name));
  expect(new Set(scenes[service].operations.map(({ name }) => name))).toEqual(described);
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
