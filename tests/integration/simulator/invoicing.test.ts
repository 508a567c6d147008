import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder, otherCompany } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';

let simulator: RunningSimulator;
let auth: string;
let pointOfSale = 0;

beforeAll(async () => {
  simulator = await startSimulator();
  const { token, sign } = await login(simulator, 'sandbox', await newHolder(simulator, 'sandbox'));
  auth = authXml({ token, sign, cuit: company });
  await simulator.addTaxpayer('sandbox', { cuit: company, vat_status: 'monotributo' });
});
afterAll(() => simulator.stop());
afterEach(() => simulator.control.reset());

const ask = (operation: string, content: string, credentials = auth) =>
  callWsfe(simulator, 'sandbox', operation, credentials + content);

const today = new Date()
  .toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' })
  .replaceAll('-', '');

/** Of a hundred pesos to a consumer, class C. */
const detail = (number: number | string, { date = today, total = '100', more = '' } = {}) =>
  `<FECAEDetRequest><Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro><CbteDesde>${number}</CbteDesde>` +
  `<CbteHasta>${number}</CbteHasta><CbteFch>${date}</CbteFch><ImpTotal>${total}</ImpTotal>` +
  '<ImpTotConc>0</ImpTotConc><ImpNeto>100</ImpNeto><ImpOpEx>0</ImpOpEx><ImpTrib>0</ImpTrib><ImpIVA>0</ImpIVA>' +
  `<MonId>PES</MonId><MonCotiz>1</MonCotiz><CondicionIVAReceptorId>5</CondicionIVAReceptorId>${more}</FECAEDetRequest>`;
const lot = (details: string[], { registers = details.length, series = pointOfSale } = {}) =>
  `<FeCAEReq><FeCabReq><CantReg>${registers}</CantReg><PtoVta>${series}</PtoVta><CbteTipo>11</CbteTipo></FeCabReq>` +
  `<FeDetReq>${details.join('')}</FeDetReq></FeCAEReq>`;
const solicit = (...details: string[]) => ask('FECAESolicitar', lot(details));
const verdictsIn = (text: string) =>
  [...text.matchAll(/<Resultado>(\w)<\/Resultado>/g)].map(([, verdict]) => verdict).join('');

describe('FECAESolicitar', () => {
  beforeAll(() => {
    pointOfSale = 1;
  });
  afterEach(() => {
    pointOfSale += 1;
  });

  test('gives a CAE of 14 digits that lasts ten days from the voucher’s date', async () => {
    const { text } = await solicit(detail(1));
    expect(verdictsIn(text)).toBe('AA');
    expect(text).toMatch(/<CAE>\d{14}<\/CAE><CAEFchVto>\d{8}<\/CAEFchVto>/);
    expect(text).toContain('<Reproceso>N</Reproceso>');
    expect(text).not.toContain('Errors');
  });

  test('gives a voucher without a date today’s date', async () => {
    expect((await solicit(detail(1, { date: '' }))).text).toContain(`<CbteFch>${today}</CbteFch>`);
  });

  test('puts a number out of sequence in Errors, with a rejected voucher beside it', async () => {
    const { text } = await solicit(detail(2));
    expect(verdictsIn(text)).toBe('RR');
    expect(text).toMatch(/<CAE \/><CAEFchVto \/>.*<Errors><Err><Code>10016<.*proximo a autorizar/);
    expect(text).not.toContain('Observaciones');
  });

  test('puts a voucher’s broken rule in its observations', async () => {
    const { text } = await solicit(detail(1, { total: '130' }));
    expect(text).toMatch(/<Observaciones><Obs><Code>10048</);
    expect(text).not.toContain('Errors');
    const late = await solicit(detail(1, { date: '20200101' }));
    expect(late.text).toContain(
      '<Code>10016</Code><Msg>Campo CbteFch Debe estar comprendido  en el  rango  N-5',
    );
  });

  test('refuses a whole request without a verdict on its vouchers', async () => {
    const { text } = await ask('FECAESolicitar', lot([detail(1)], { registers: 2, series: 99_999 }));
    expect(text).toMatch(/<FeCabResp>.*<Resultado>R<.*<Errors>.*<Code>10002<.*<Code>10004</);
    expect(text).not.toContain('FeDetResp');
  });

  test('authorizes a lot up to its first rejected voucher', async () => {
    const { text } = await solicit(detail(1), detail(2, { total: '130' }), detail(3));
    expect(verdictsIn(text)).toBe('PARR');
    expect([...text.matchAll(/<CAE>/g)]).toHaveLength(1);
    expect(verdictsIn((await solicit(detail(2), detail(3))).text)).toBe('AAA');
  });

  test('answers a field that is no number with a SOAP fault', async () => {
    expect(await solicit(detail('uno'))).toMatchObject({ status: 500 });
    expect((await solicit(detail(1, { total: '' }))).text).toContain('soap:Client');
  });

  test('refuses a second request of a series while one is under way', async () => {
    await simulator.control.processing(300);
    const other = lot([detail(1)], { series: pointOfSale + 1000 });
    const answers = await Promise.all([solicit(detail(1)), solicit(detail(1)), ask('FECAESolicitar', other)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['', '', '502']);
    expect(answers.find(({ code }) => code)?.message).toContain('Transacción Activa');
  });

  test('lists the vouchers of one company when asked for it', async () => {
    await solicit(detail(1));
    const mine = await simulator.control.vouchers('sandbox', company);
    expect(mine.at(-1)).toMatchObject({
      point_of_sale: pointOfSale,
      document_type: 11,
      number: 1,
      total: 100,
    });
    expect(new Set(mine.map(({ cae }) => cae)).size).toBe(mine.length);
    expect(await simulator.control.vouchers('sandbox', otherCompany)).toEqual([]);
    expect(await simulator.control.vouchers('live', company)).toEqual([]);
  });
});

describe('FECompUltimoAutorizado', () => {
  const last = (credentials = auth, series = 700) =>
    ask('FECompUltimoAutorizado', `<PtoVta>${series}</PtoVta><CbteTipo>11</CbteTipo>`, credentials);

  test('is 0 before the first voucher', async () => {
    expect((await last()).text).toContain(
      '<PtoVta>700</PtoVta><CbteTipo>11</CbteTipo><CbteNro>0</CbteNro></FECompUltimoAutorizadoResult>',
    );
  });

  test('has a 0 beside its errors too', async () => {
    const answer = await last(authXml({ cuit: company }));
    expect(answer.code).toBe('600');
    expect(answer.text).toMatch(/<CbteNro>0<\/CbteNro><Errors>/);
    expect(await last(auth, 0)).toMatchObject({ code: '11000' });
  });
});

test('a fault can be limited to one operation', async () => {
  await simulator.control.faults({
    environment: 'sandbox',
    target: 'wsfe',
    kind: 'http-503',
    operation: 'FECompTotXRequest',
  });
  expect((await ask('FECompUltimoAutorizado', '<PtoVta>1</PtoVta><CbteTipo>11</CbteTipo>')).status).toBe(200);
  expect((await ask('FECompTotXRequest', '')).status).toBe(503);
  expect((await ask('FECompTotXRequest', '')).text).toContain('<RegXReq>250</RegXReq>');
});

test('the VAT statuses depend on the class', async () => {
  const statuses = async (letter: string) =>
    [
      ...(await ask('FEParamGetCondicionIvaReceptor', `<ClaseCmp>${letter}</ClaseCmp>`)).text.matchAll(
        /<Id>(\d+)</g,
      ),
    ].map(([, id]) => Number(id));
  expect(await statuses('A')).toEqual([1, 6, 13, 16]);
  expect(await statuses('B')).toEqual([4, 5, 7, 8, 9, 10, 15]);
  expect((await ask('FEParamGetCondicionIvaReceptor', '<ClaseCmp>Z</ClaseCmp>')).code).toBe('10244');
});

test('a problem without a cause of 10000 is refused', async () => {
  await expect(simulator.control.issuer('sandbox', company, '12')).rejects.toThrow('problem:');
});
