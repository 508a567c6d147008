import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder, otherCompany } from './applicant.ts';
import { type LoginAnswer, login } from './wsaa-client.ts';
import { authXml, callWsfe, postWsfe, type WsfeAuth } from './wsfe-client.ts';

let simulator: RunningSimulator;
let live: LoginAnswer;
let sandbox: LoginAnswer;
let exports: LoginAnswer;

beforeAll(async () => {
  simulator = await startSimulator();
  const holder = await newHolder(simulator, 'live');
  const { cuit, alias } = holder;
  await simulator.authorise('live', { cuit, alias, represented_cuit: company, service: 'wsfex' });
  live = await login(simulator, 'live', holder);
  exports = await login(simulator, 'live', holder, { service: 'wsfex' });
  sandbox = await login(simulator, 'sandbox', await newHolder(simulator, 'sandbox'));
});
afterAll(() => simulator.stop());
afterEach(() => simulator.control.reset());

const list = (auth: WsfeAuth) => callWsfe(simulator, 'live', 'FEParamGetPtosVenta', authXml(auth));

describe('FEDummy', () => {
  test.each([
    ['1.1', 'text/xml; charset=utf-8'],
    ['1.2', 'application/soap+xml; charset=utf-8'],
  ] as const)('answers OK three times in SOAP %s', async (version, contentType) => {
    const answer = await callWsfe(simulator, 'sandbox', 'FEDummy', '', { version });
    expect(answer).toMatchObject({ status: 200, contentType });
    for (const server of ['App', 'Db', 'Auth'])
      expect(answer.text).toContain(`<${server}Server>OK</${server}Server>`);
  });

  test.each([
    ['sandbox', 'HomologacionExterno - srt'],
    ['live', 'Produccion - sr4'],
  ] as const)('names the environment of %s in its header', async (environment, name) => {
    const answer = await callWsfe(simulator, environment, 'FEDummy');
    expect(answer.text).toContain(`<ambiente>${name}</ambiente>`);
  });
});

describe('the credentials', () => {
  const good = () => ({ token: live.token, sign: live.sign, cuit: company });

  test('without Auth are error 500, with HTTP 200', async () => {
    const answer = await callWsfe(simulator, 'live', 'FEParamGetPtosVenta');
    expect(answer).toMatchObject({ status: 200, code: '500' });
    expect(answer.message).toBe('Campo Auth no fue ingresado o esta mal formado.');
  });

  test.each([
    ['an empty token', () => ({ ...good(), token: '' }), 'Parametro nulo o vacio (token)'],
    ['an empty sign', () => ({ ...good(), sign: '' }), 'Parametro nulo o vacio (sign)'],
    ['a token that is no XML', () => ({ ...good(), token: 'aG9sYQ==' }), 'No valido token'],
    [
      'a ticket of the other environment',
      () => ({ ...good(), ...pick(sandbox) }),
      'No validó la firma digital',
    ],
    ['a sign of another key', () => ({ ...good(), sign: forged(live.token) }), 'No validó la firma digital'],
    ['a ticket of another service', () => ({ ...good(), ...pick(exports) }), 'Id Sistema de token es: wsfex'],
    [
      'a CUIT not represented',
      () => ({ ...good(), cuit: otherCompany }),
      `lista de relaciones: ${otherCompany}`,
    ],
    ['no CUIT', () => ({ ...good(), cuit: '0' }), 'lista de relaciones: 0'],
  ])('with %s are error 600', async (_what, auth, message) => {
    const answer = await list(auth());
    expect(answer).toMatchObject({ status: 200, code: '600' });
    expect(answer.message).toContain(message);
  });

  test('of an expired ticket get that error before any other', async () => {
    await simulator.control.clock(12 * 3600 + 60);
    const { message } = await list({ ...good(), sign: 'AAAA' });
    expect(message).toMatch(/GenTime, ExpTime, NowUTC: \d+ \(\d+\/.* [AP]M\), \d+ \(.*\), .* [AP]M$/);
  });

  test('with a CUIT that is no number are a SOAP fault', async () => {
    const answer = await list({ ...good(), cuit: 'hola' });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('<faultcode>soap:Client</faultcode>');
  });
});

describe('FEParamGetPtosVenta', () => {
  test('in live is 602 until there is one, then lists those of web services by system', async () => {
    const auth = { ...pick(live), cuit: company };
    expect(await list(auth)).toMatchObject({
      code: '602',
      message: 'Sin Resultados: - Metodo FEParamGetPtosVenta',
    });
    await simulator.addPointOfSale({ cuit: company, number: 12, system: 'EXENTO' });
    await simulator.addPointOfSale({ cuit: company, number: 2, system: 'RECE' });
    await simulator.addPointOfSale({ cuit: company, number: 7, system: 'MONOTRIBUTO' });
    await simulator.addPointOfSale({ cuit: otherCompany, number: 9, system: 'RECE' });
    const { text } = await list(auth);
    const listed = [...text.matchAll(/<Nro>(\d+)<\/Nro><EmisionTipo>([^<]+)</g)].map(([, ...pair]) => pair);
    expect(listed).toEqual([
      ['2', 'CAE - Ri Iva'],
      ['7', 'CAE - Monotributo'],
      ['12', 'CAE - Exento Iva'],
    ]);
    expect(text).toContain('<Bloqueado>N</Bloqueado><FchBaja>NULL</FchBaja>');
  });

  test('in sandbox is 602 too, until one was made there', async () => {
    const auth = authXml({ ...pick(sandbox), cuit: company });
    const ask = () => callWsfe(simulator, 'sandbox', 'FEParamGetPtosVenta', auth);
    expect((await ask()).code).toBe('602');
    await simulator.addPointOfSale({ cuit: company, number: 3, system: 'RECE' }, 'sandbox');
    expect((await ask()).text).toContain(
      '<ResultGet><PtoVenta><Nro>3</Nro><EmisionTipo>CAE - Ri Iva</EmisionTipo>',
    );
  });
});

describe('an announcement of the authority', () => {
  // The beginning of what every answer carried in 2025 (PyAr/pyafipws, WSFEv1).
  const event = 'IMPORTANTE: El dia 6 de abril de 2025, se actualizo la version del Web Service (WS)';
  const events = `<Events><Evt><Code>39</Code><Msg>${event}</Msg></Evt></Events>`;
  const ask = (environment: 'live' | 'sandbox', operation: string, content = '') => {
    const auth = authXml({ ...pick(environment === 'live' ? live : sandbox), cuit: company });
    return callWsfe(simulator, environment, operation, auth + content);
  };

  test('appears in its environment’s answers, after the errors', async () => {
    await simulator.control.event('sandbox', 39, event);
    expect((await ask('sandbox', 'FECompTotXRequest')).text).toContain(`<RegXReq>250</RegXReq>${events}`);
    const unknown =
      '<FeCompConsReq><CbteTipo>6</CbteTipo><CbteNro>1</CbteNro><PtoVta>1</PtoVta></FeCompConsReq>';
    expect((await ask('sandbox', 'FECompConsultar', unknown)).text).toContain(`</Errors>${events}</FECompC`);
    expect((await ask('sandbox', 'FEDummy')).text).not.toContain('Events');
    expect((await ask('live', 'FECompTotXRequest')).text).not.toContain('Events');
    await simulator.control.reset();
    expect((await ask('sandbox', 'FECompTotXRequest')).text).not.toContain('Events');
  });

  test('appears before the errors in an answer to an authorization', async () => {
    await simulator.control.event('live', 39, event);
    expect((await ask('live', 'FECAESolicitar')).text).toContain(`</FeCabResp>${events}<Errors>`);
  });
});

describe('the envelope', () => {
  test('is routed by SOAPAction, and by its body without one', async () => {
    const headers = { soapaction: '"http://ar.gov.afip.dif.FEV1/FEDummy"' };
    expect((await callWsfe(simulator, 'live', 'FEDummy', '', { headers })).status).toBe(200);
    for (const soapaction of ['""', '"urn:otra"']) {
      const answer = await callWsfe(simulator, 'live', 'FEDummy', '', { headers: { soapaction } });
      expect(answer.status).toBe(500);
      expect(answer.text).toContain('soap:Client');
    }
  });

  test('without an operation is routed by its SOAPAction, or is a fault without one', async () => {
    const body = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>';
    const soapaction = 'http://ar.gov.afip.dif.FEV1/FEParamGetPtosVenta';
    const answer = await postWsfe(simulator, 'live', body, { soapaction });
    expect(answer).toMatchObject({ status: 200, code: '500' });
    expect(await postWsfe(simulator, 'live', body)).toMatchObject({ status: 500 });
  });

  test('that is no XML is a 400 without a body', async () => {
    expect(await postWsfe(simulator, 'live', '<a><b></a>')).toMatchObject({ status: 400, text: '' });
  });
});

const pick = ({ token, sign }: LoginAnswer) => ({ token, sign });

function forged(token: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return signBytes('sha1', Buffer.from(token, 'base64'), privateKey).toString('base64');
}
