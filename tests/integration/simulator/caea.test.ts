import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';

let simulator: RunningSimulator;
let auth: string;

beforeAll(async () => {
  simulator = await startSimulator();
  await signInAt('2027-02-20T12:00:00-03:00');
});
afterAll(() => simulator.stop());

/** Puts the clock to an instant and takes a ticket there. */
async function signInAt(instant: string): Promise<void> {
  const offset = Math.round((Date.parse(instant) - Date.now()) / 1000);
  await simulator.control.clock(offset);
  const holder = await newHolder(simulator, 'sandbox');
  const times = { generation: offset - 600, expiration: offset + 600 };
  const { token, sign } = await login(simulator, 'sandbox', holder, times);
  auth = authXml({ token, sign, cuit: company });
}

const ask = (operation: string, content: string) => callWsfe(simulator, 'sandbox', operation, auth + content);
const fortnight = (period: string, order: number) => `<Periodo>${period}</Periodo><Orden>${order}</Orden>`;

describe('a code in advance (CAEA)', () => {
  test.each([
    ['of the beginning of February, which is over', '202702', 1, '15006'],
    ['of now, for which there is no point of sale', '202702', 2, '15003'],
    ['of March', '202703', 1, '15006'],
    ['of no month', '202713', 1, '15004'],
    ['of no period', '0', 1, '15004'],
    ['of a third fortnight', '202702', 3, '15005'],
  ])('%s is not given: %s/%d', async (_which, period, order, code) => {
    expect((await ask('FECAEASolicitar', fortnight(period, order))).code).toBe(code);
  });

  test.each([
    ['2027-02-10T23:50:00-03:00', '15006'],
    ['2027-02-11T00:10:00-03:00', '15003'],
    ['2027-02-28T23:50:00-03:00', '15003'],
    ['2027-03-01T00:10:00-03:00', '15006'],
  ])('of the end of February is asked for in time or not: %s', async (instant, code) => {
    await signInAt(instant);
    expect((await ask('FECAEASolicitar', fortnight('202702', 2))).code).toBe(code);
  });
});

describe('an unknown CAEA', () => {
  const report = (caea: string) =>
    '<FeCAEARegInfReq><FeCabReq><CantReg>1</CantReg><PtoVta>3</PtoVta><CbteTipo>6</CbteTipo></FeCabReq>' +
    `<FeDetReq><FECAEADetRequest><Concepto>1</Concepto><CAEA>${caea}</CAEA></FECAEADetRequest></FeDetReq></FeCAEARegInfReq>`;

  test.each([
    ['FECAEAConsultar', fortnight('202702', 3), '15005'],
    ['FECAEAConsultar', fortnight('2026', 1), '15004'],
    ['FECAEARegInformativo', report('21064126523746'), '780'],
    ['FECAEARegInformativo', report('2106'), '782'],
    ['FECAEARegInformativo', '', '782'],
    ['FECAEASinMovimientoInformar', '<PtoVta>0</PtoVta><CAEA>21064126523746</CAEA>', '1206'],
    ['FECAEASinMovimientoInformar', '<PtoVta>3</PtoVta>', '1207'],
    ['FECAEASinMovimientoConsultar', '<CAEA>21064126523746</CAEA><PtoVta>3</PtoVta>', '10102'],
    ['FECAEASinMovimientoConsultar', '<CAEA>2106</CAEA><PtoVta>3</PtoVta>', '10100'],
    ['FECAEASinMovimientoConsultar', '<CAEA>21064126523746</CAEA>', '10101'],
  ])('is refused by %s: %s', async (operation, content, code) => {
    expect(await ask(operation, content)).toMatchObject({ status: 200, code });
  });
});

describe('the parameters', () => {
  test('list countries without dates', async () => {
    const { text } = await ask('FEParamGetTiposPaises', '');
    expect(text).toContain('<PaisTipo><Id>200</Id><Desc>ARGENTINA</Desc></PaisTipo>');
    expect([...text.matchAll(/<PaisTipo>/g)].length).toBeGreaterThan(200);
  });

  test('list an activity, unless the issuer has none', async () => {
    const { text } = await ask('FEParamGetActividades', '');
    expect(text).toMatch(
      /<ActividadesTipo><Id>\d{6}<\/Id><Orden>1<\/Orden><Desc>[^<]+<\/Desc><\/ActividadesTipo>/,
    );
    await simulator.control.issuer('sandbox', company, '06');
    expect((await ask('FEParamGetActividades', '')).code).toBe('602');
    await simulator.control.issuer('sandbox', company, null);
  });
});
