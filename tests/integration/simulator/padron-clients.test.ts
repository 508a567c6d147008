// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, otherCompany, person } from './applicant.ts';
import { openArcasdk } from './clients/arcasdk.ts';
import { askPadronWithZeep, zeep } from './clients/python.ts';
import { newAsker, newPadronTicket, padronAddress } from './padron-client.ts';

/** Clients that others wrote, of the taxpayers' register. */

const nobodys = '30099000003';
const missing = 'No existe persona con ese Id';

let simulator: RunningSimulator;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator();
  folder = mkdtempSync(join(tmpdir(), 'simulator-padron-'));
  await simulator.addTaxpayer('sandbox', { cuit: company, name: 'Ñandú S.A.' });
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

test('@arcasdk/core logs in for the register and reads it', async () => {
  const asker = await newAsker(simulator, 'sandbox');
  const register = openArcasdk(simulator, 'sandbox', asker, folder).registerInscriptionProofService;
  expect(await register.getServerStatus()).toMatchObject({ appServer: 'OK', dbServer: 'OK' });
  expect(await register.getTaxpayerDetails(Number(company))).toMatchObject({
    datosGenerales: { razonSocial: 'Ñandú S.A.', tipoPersona: 'JURIDICA' },
    datosRegimenGeneral: { impuesto: [{ idImpuesto: 10 }, { idImpuesto: 30, estadoImpuesto: 'AC' }] },
  });
  expect(await register.getTaxpayersDetails([Number(company), Number(otherCompany)])).toMatchObject({
    persona: [
      { datosGenerales: { idPersona: Number(company) } },
      { datosGenerales: { idPersona: Number(otherCompany) } },
    ],
  });
  // It takes the fault for an answer: nobody.
  expect(await register.getTaxpayerDetails(Number(nobodys)).catch(() => null)).toBeNull();
});

describe('a client that knows only the WSDL reads the register:', () => {
  test('soap', async () => {
    const client = await createClientAsync(`${padronAddress(simulator, 'sandbox')}?wsdl`);
    const credentials = await newPadronTicket(simulator, 'sandbox');
    const [status] = await client.dummyAsync({});
    expect(status).toMatchObject({ return: { dbserver: 'OK' } });
    const [answer] = await client.getPersona_v2Async({ ...credentials, idPersona: person });
    expect(answer).toMatchObject({
      personaReturn: { datosMonotributo: { impuesto: [{ idImpuesto: 20 }] } },
    });
    await expect(client.getPersona_v2Async({ ...credentials, idPersona: nobodys })).rejects.toThrow(missing);
  });

  test.skipIf(!zeep.isThere)('zeep, which checks every answer against the schema', async () => {
    const { token, sign } = await newPadronTicket(simulator, 'sandbox');
    const of = (...people: string[]) => ({ idPersona: people.map(Number) });
    const everyKind = ['091', '092', '093', '094', '095', '096', '097', '098'].map(firstOf);
    const answers = await askPadronWithZeep({
      url: padronAddress(simulator, 'sandbox'),
      auth: { token, sign, cuitRepresentada: Number(company) },
      operations: [
        { name: 'dummy', input: {} },
        { name: 'getPersona_v2', input: { idPersona: Number(company) } },
        { name: 'getPersona', input: { idPersona: Number(nobodys) } },
        { name: 'getPersonaList_v2', input: of(person, nobodys, ...everyKind) },
      ],
    });
    expect(answers.dummy?.told).toContain('OK');
    expect(answers.getPersona_v2?.told).toContain('Ñandú S.A.');
    expect(answers.getPersona?.failed).toContain(missing);
    expect(answers.getPersonaList_v2?.told).toContain(missing);
    expect(answers.getPersonaList_v2?.told).toContain('Domicilio Incompleto');
  });
});

/** The first CUIT of a person whose eight digits begin so. */
function firstOf(series: string): string {
  const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
  for (let number = 0; ; number += 1) {
    const digits = `20${series}${String(number).padStart(5, '0')}`;
    const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
    const check = (11 - (sum % 11)) % 11;
    if (check !== 10) return `${digits}${check}`;
  }
}
