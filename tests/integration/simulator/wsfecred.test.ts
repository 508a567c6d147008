import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { publishedWsdl, schemaCheck } from '#tests/support/wsdl.ts';
import { company, newHolder } from './applicant.ts';
import { login } from './wsaa-client.ts';

const faultsIn = schemaCheck(publishedWsdl('wsfecred'));
const service = 'wsfecred';
const namespace = 'http://ar.gob.afip.wsfecred/FECredService/';
const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const maskedFault = /^BL\d{12,13} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 500$/;
const large = '30090000116';

let simulator: RunningSimulator;
let ticket: { token: string; sign: string };
let auth: string;

beforeAll(async () => {
  simulator = await startSimulator();
  const holder = await newHolder(simulator, 'live');
  const { cuit, alias } = holder;
  await simulator.authorise('live', { cuit, alias, represented_cuit: company, service });
  const { token, sign } = await login(simulator, 'live', holder, { service });
  ticket = { token, sign };
  auth = authOf(ticket);
});
afterAll(() => simulator.stop());

const authOf = ({ token, sign }: { token: string; sign: string }, cuit = company) =>
  `<authRequest><token>${token}</token><sign>${sign}</sign><cuitRepresentada>${cuit}</cuitRepresentada></authRequest>`;

/** Every answer that is not masked is valid against the published schema. */
async function post(body: string, { action = '', envelope = soap11 } = {}) {
  const response = await fetch(`${simulator.url}/live/wsfecred/FECredService`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` },
    body: `<s:Envelope xmlns:s="${envelope}"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`,
  });
  const { status, headers } = response;
  const text = await response.text();
  // A masked fault is no XML.
  if (text.startsWith('<?xml')) expect(faultsIn(text)).toEqual([]);
  return { status, contentType: headers.get('content-type'), text };
}

const ask = (operation: string, fields: string, credentials = auth) =>
  post(`<x:${operation}Request xmlns:x="${namespace}">${credentials}${fields}</x:${operation}Request>`, {
    action: namespace + operation,
  });
const askObligation = (cuit: string, credentials?: string) =>
  ask(
    'consultarMontoObligadoRecepcion',
    `<cuitConsultada>${cuit}</cuitConsultada><fechaEmision>2026-11-28</fechaEmision>`,
    credentials,
  );

describe('the registry of credit invoices', () => {
  test('answers the dummy by its SOAPAction, with a header', async () => {
    const { status, contentType, text } = await post('', { action: `${namespace}dummy` });
    expect([status, contentType]).toEqual([200, 'text/xml;charset=utf-8']);
    expect(text).toContain('<info xmlns="https://ar.gob.afip.wsfecred/FECredService/"><ambiente>');
    expect(text).toContain('<dummyReturn><appserver>OK</appserver>');
  });

  test('obliges large companies, from an amount on', async () => {
    expect((await askObligation(large)).text).toContain(
      '<obligado>S</obligado><montoDesde>5549862.00</montoDesde>',
    );
    expect((await askObligation(company)).text).toContain('<obligado>N</obligado></consultar');
  });

  test('finds no credit invoices where there are none', async () => {
    const { text } = await ask('consultarComprobantes', '<rolCUITRepresentada>Emisor</rolCUITRepresentada>');
    expect(text).toContain('<arrayObservaciones><codigoDescripcion><codigo>32767</codigo>');
    expect(text).not.toContain('<arrayComprobantes>');
  });

  test('counts pages from one', async () => {
    const fields = '<rolCUITRepresentada>Emisor</rolCUITRepresentada><nroPagina>0</nroPagina>';
    expect((await ask('consultarComprobantes', fields)).text).toContain('<codigo>12011</codigo>');
  });

  test('can be asked by its description alone', async () => {
    const client = await createClientAsync(`${simulator.url}/live/wsfecred/FECredService?wsdl`);
    const [answer] = await client.consultarMontoObligadoRecepcionAsync({
      authRequest: { ...ticket, cuitRepresentada: company },
      cuitConsultada: large,
      fechaEmision: '2026-11-28',
    });
    expect(answer).toMatchObject({ consultarMontoObligadoRecepcionReturn: { obligado: 'S' } });
  });

  test('knows no decision about a credit invoice that was not authorized', async () => {
    const response = await fetch(`${simulator.url}/control/credit-invoices`, {
      method: 'POST',
      body: JSON.stringify({
        environment: 'live',
        cuit: company,
        document_type: 201,
        point_of_sale: 1,
        number: 1,
        decision: 'accepted',
      }),
    });
    expect(response.status).toBe(404);
  });
});

describe('a fault of the registry', () => {
  test.each<[string, () => ReturnType<typeof post>]>([
    ['a dummy in the body', () => post(`<x:dummy xmlns:x="${namespace}"/>`, { action: `${namespace}dummy` })],
    ['an empty body', () => post('')],
    ['an unknown operation', () => ask('noExiste', '')],
    ['no credentials', () => askObligation(large, '')],
    ['a token that is none', () => askObligation(large, authOf({ token: 'abc', sign: 'abc' }))],
    ['another CUIT', () => askObligation(large, auth.replace(company, large))],
    ['a CUIT that is no number', () => askObligation('abc')],
    [
      'elements with a namespace',
      () =>
        post(
          `<x:consultarComprobantesRequest xmlns:x="${namespace}">${auth.replaceAll(/<(\/?)(?=\w)/g, '<$1x:')}</x:consultarComprobantesRequest>`,
        ),
    ],
  ])('is masked, with %s', async (_, answer) => {
    const { status, contentType, text } = await answer();
    expect([status, contentType]).toEqual([200, null]);
    expect(text).toMatch(maskedFault);
  });

  test('is a page of the firewall for SOAP 1.2', async () => {
    const { status, contentType } = await post('', {
      action: `${namespace}dummy`,
      envelope: 'http://www.w3.org/2003/05/soap-envelope',
    });
    expect([status, contentType]).toEqual([200, 'text/html; charset=utf-8']);
  });
});
