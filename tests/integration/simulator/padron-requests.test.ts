import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder, otherCompany } from './applicant.ts';
import {
  askPadron,
  newAsker,
  newPadronTicket,
  type PadronCredentials,
  padronService,
  postPadron,
} from './padron-client.ts';
import { login } from './wsaa-client.ts';

let simulator: RunningSimulator;
let credentials: Required<PadronCredentials>;

beforeAll(async () => {
  simulator = await startSimulator();
  credentials = await newPadronTicket(simulator, 'live');
});
afterAll(() => simulator.stop());

const ask = (cuit: string, operation = 'getPersona_v2') =>
  askPadron(simulator, 'live', operation, { credentials, people: [cuit] });

describe('a ticket', () => {
  test('is given for an authorized service, and not for invoices’ authorization alone', async () => {
    const holder = await newHolder(simulator, 'live');
    expect((await login(simulator, 'live', holder, { service: padronService })).code).toBe(
      'coe.notAuthorized',
    );
    const asker = await newAsker(simulator, 'live');
    expect((await login(simulator, 'live', asker, { service: padronService })).status).toBe(200);
    expect((await login(simulator, 'live', asker)).status).toBe(200);
  });

  const refused = (given: PadronCredentials, environment: 'sandbox' | 'live' = 'live') =>
    askPadron(simulator, environment, 'getPersona_v2', { credentials: given, people: [company] });

  test('is refused when it is missing or unreadable', async () => {
    const { sign, cuitRepresentada } = credentials;
    const missing = await refused({ cuitRepresentada });
    expect(missing).toMatchObject({ status: 500, fault: 'Falta token y/o sign.' });
    expect(missing.text).toContain('<faultcode>soap:Server</faultcode>');
    expect(missing.text).toContain('SRValidationException');
    for (const token of ['', 'abc', 'YWJj']) {
      const unreadable = await refused({ token, sign, cuitRepresentada });
      expect(unreadable).toMatchObject({ status: 500, fault: 'Token malformado' });
      expect(unreadable.text).not.toContain('detail');
    }
  });

  test('is refused from another environment, for another service or CUIT, or when too old', async () => {
    expect((await refused(credentials, 'sandbox')).fault).toContain('No se pudo verificar');
    const invoices = await login(simulator, 'live', await newHolder(simulator, 'live'));
    const { token, sign } = invoices;
    expect((await refused({ token, sign, cuitRepresentada: company })).fault).toContain('No autorizado');
    expect((await refused({ ...credentials, cuitRepresentada: otherCompany })).fault).toContain(otherCompany);
    await simulator.control.clock(13 * 3600);
    expect(await refused(credentials)).toMatchObject({ status: 500, fault: 'Token vencido' });
    await simulator.control.clock(0);
  });

  test('is not needed by `dummy`', async () => {
    const { status, contentType, text } = await askPadron(simulator, 'live', 'dummy');
    expect([status, contentType]).toEqual([200, 'text/xml;charset=UTF-8']);
    expect(text).toContain('<appserver>OK</appserver><authserver>OK</authserver><dbserver>OK</dbserver>');
  });
});

describe('an unknown message', () => {
  const a5 = 'http://a5.soap.ws.server.puc.sr/';

  test.each([
    ['of another namespace', '<a:dummy xmlns:a="http://a4.soap.ws.server.puc.sr/"/>', 'was not recognized'],
    ['of another operation', `<a:getPersonaV2 xmlns:a="${a5}"/>`, 'was not recognized'],
    ['whose elements have a namespace', `<getPersona xmlns="${a5}"><token/></getPersona>`, 'Unmarshalling'],
    [
      'with a name for a number',
      `<a:getPersona xmlns:a="${a5}"><idPersona>x</idPersona></a:getPersona>`,
      'input',
    ],
  ])('%s is refused', async (_what, message, words) => {
    const { status, text, fault } = await postPadron(simulator, 'live', message);
    expect(status).toBe(500);
    expect(text).toContain('<faultcode>soap:Client</faultcode>');
    expect(fault).toContain(words);
  });

  test('in SOAP 1.2 is refused', async () => {
    const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
    const { fault } = await postPadron(simulator, 'live', `<a:dummy xmlns:a="${a5}"/>`, soap12);
    expect(fault).toContain('SOAP 1.2');
  });
});

test('a planned fault strikes the register, and its requests are counted', async () => {
  const before = (await simulator.control.stats()).live.padron_requests;
  const plan = { environment: 'live', target: 'padron' } as const;
  await simulator.control.faults({ ...plan, kind: 'http-503' });
  expect((await ask(company)).status).toBe(503);
  await simulator.control.faults({ ...plan, kind: 'fault' });
  expect(await ask(company)).toMatchObject({ status: 500, fault: 'Fault occurred while processing.' });
  await simulator.control.faults({ ...plan, kind: 'fault', code: 'Token malformado' });
  expect((await ask(company)).fault).toBe('Token malformado');
  await simulator.control.faults({ ...plan, kind: 'html', operation: 'getPersonaList_v2' });
  expect((await ask(company)).contentType).toContain('text/xml');
  expect((await ask(company, 'getPersonaList_v2')).contentType).toContain('text/html');
  const { live, sandbox } = await simulator.control.stats();
  expect(live.padron_requests - before).toBe(5);
  expect(sandbox.padron_requests).toBeLessThan(live.padron_requests);
  await simulator.control.reset();
});
