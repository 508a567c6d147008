import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { type Holder, newAlias, newApplicant, newHolder, person } from './applicant.ts';
import {
  impostorCertificate,
  login,
  loginEnvelope,
  postLogin,
  signMessage,
  type TicketRequestFields,
  ticketRequest,
} from './wsaa-client.ts';

let simulator: RunningSimulator;
let holder: Holder;
let foreigner: Holder;

beforeAll(async () => {
  simulator = await startSimulator();
  holder = await newHolder(simulator, 'sandbox');
  foreigner = await newHolder(simulator, 'live');
});
afterAll(() => simulator.stop());
afterEach(() => simulator.control.reset());

const days = (count: number) => count * 86_400;
const send = (in0: string) => postLogin(simulator, 'sandbox', loginEnvelope(in0));

describe('the message', () => {
  test.each([
    ['empty', '', 'cms.bad.base64'],
    ['not base64', '¡hola!', 'cms.bad.base64'],
    ['not a CMS', Buffer.from('hola').toString('base64'), 'cms.bad'],
    ['ASN.1 of another kind', Buffer.from('3003020101', 'hex').toString('base64'), 'cms.bad'],
  ])('is refused when it is %s', async (_what, in0, code) => {
    expect(await send(in0)).toMatchObject({ status: 500, code });
  });

  test('is refused without the signer’s certificate', async () => {
    const in0 = signMessage(ticketRequest(), holder, { withoutCertificate: true });
    expect(await send(in0)).toMatchObject({ status: 500, code: 'cms.cert.notFound' });
  });

  test('is refused with a detached signature', async () => {
    const in0 = signMessage(ticketRequest(), holder, { detached: true });
    expect((await send(in0)).code).toBe('cms.sign.invalid');
  });

  test('is refused when another key signed it', async () => {
    const answer = await login(simulator, 'sandbox', { ...holder, key: newApplicant().key });
    expect(answer.code).toBe('cms.sign.invalid');
    expect(answer.text).toContain('Firma inv&#xE1;lida');
  });
});

describe('the certificate', () => {
  test('is refused from the other environment', async () => {
    expect((await login(simulator, 'sandbox', foreigner)).code).toBe('cms.cert.untrusted');
  });

  test('is refused when it only claims the authority’s name', async () => {
    const impostor = { ...holder, certificate: impostorCertificate(holder) };
    expect((await login(simulator, 'sandbox', impostor)).code).toBe('cms.cert.untrusted');
  });

  test('is refused after its 730 days, and before its first second', async () => {
    await simulator.control.clock(days(731));
    expect((await login(simulator, 'sandbox', holder)).code).toBe('cms.cert.expired');
    await simulator.control.clock(-days(1));
    expect((await login(simulator, 'sandbox', holder)).code).toBe('cms.cert.invalid');
  });
});

describe('the ticket request', () => {
  const cases: [string, TicketRequestFields, string][] = [
    ['of another version', { version: '2.0' }, 'xml.version.notSupported'],
    ['whose version is no number', { version: 'uno' }, 'xml.bad'],
    ['with a unique id out of range', { uniqueId: '4294967296' }, 'xml.bad'],
    ['with a service of two letters', { service: 'ws' }, 'xml.bad'],
    ['with the source of somebody else', { source: 'CN=otro' }, 'xml.source.invalid'],
    ['with the destination of somebody else', { destination: 'CN=otro' }, 'xml.destination.invalid'],
    ['generated in the future', { generation: 60 }, 'xml.generationTime.invalid'],
    ['generated 25 hours ago', { generation: -90_000 }, 'xml.generationTime.invalid'],
    ['generated at no date', { generationTime: 'ayer' }, 'xml.generationTime.invalid'],
    ['already expired', { expiration: -1 }, 'xml.expirationTime.expired'],
    ['that expires in 25 hours', { expiration: 90_000 }, 'xml.expirationTime.invalid'],
    ['for a service that doesn’t exist', { service: 'wsfev1' }, 'wsn.notFound'],
    ['for a service it isn’t authorized for', { service: 'wsfex' }, 'coe.notAuthorized'],
  ];
  test.each(cases)('is refused as one %s', async (_what, fields, code) => {
    const answer = await login(simulator, 'sandbox', holder, fields);
    expect(answer).toMatchObject({ status: 500, code });
  });

  test('with UTC digits labeled as Argentine time is three hours in the future', async () => {
    const generationTime = `${new Date(Date.now() - 60_000).toISOString().slice(0, 19)}-03:00`;
    const answer = await login(simulator, 'sandbox', holder, { generationTime });
    expect(answer.code).toBe('xml.generationTime.invalid');
  });

  test.each(['hola', '<loginTicketRequest/>', '<!DOCTYPE x [<!ENTITY e "wsfe">]><loginTicketRequest/>'])(
    'is refused when it is %s',
    async (content) => {
      expect((await send(signMessage(content, holder))).code).toBe('xml.bad');
    },
  );

  test('may have the right source and destination', async () => {
    const source = `CN=${holder.alias},SERIALNUMBER=CUIT ${person}`;
    const destination = 'CN=wsaahomo, O=AFIP, C=AR, SERIALNUMBER=CUIT 33693450239';
    expect((await login(simulator, 'sandbox', holder, { source, destination })).status).toBe(200);
  });
});

describe('the first of two faults in the authority’s order is reported:', () => {
  test('a wrong key before an expired certificate', async () => {
    await simulator.control.clock(days(731));
    const answer = await login(simulator, 'sandbox', { ...foreigner, key: holder.key });
    expect(answer.code).toBe('cms.sign.invalid');
  });

  test('an expired certificate before one of the other environment', async () => {
    await simulator.control.clock(days(731));
    expect((await login(simulator, 'sandbox', foreigner)).code).toBe('cms.cert.expired');
  });

  test('the other environment before a bad ticket request', async () => {
    expect((await send(signMessage('hola', foreigner))).code).toBe('cms.cert.untrusted');
  });

  test('version, source, times, service, authorization', async () => {
    const wrong = { version: '2.0', source: 'CN=otro', generation: 60, service: 'wsfev1' };
    expect((await login(simulator, 'sandbox', holder, wrong)).code).toBe('xml.version.notSupported');
    expect((await login(simulator, 'sandbox', holder, { ...wrong, version: '1.0' })).code).toBe(
      'xml.source.invalid',
    );
    const { generation, service } = wrong;
    expect((await login(simulator, 'sandbox', holder, { generation, service })).code).toBe(
      'xml.generationTime.invalid',
    );
    expect((await login(simulator, 'sandbox', holder, { service })).code).toBe('wsn.notFound');
  });

  test('a missing authorization before the login window', async () => {
    const applicant = newApplicant();
    const alias = newAlias();
    const issued = await simulator.issueCertificate('sandbox', { cuit: person, alias, csr: applicant.csr });
    const signer = { certificate: issued.certificate, key: applicant.key };
    expect((await login(simulator, 'sandbox', signer)).code).toBe('coe.notAuthorized');
    expect((await login(simulator, 'sandbox', signer)).code).toBe('coe.notAuthorized');
  });
});

describe('the envelope', () => {
  const headers = { 'content-type': 'text/xml', soapaction: '' };

  test('is refused without SOAPAction', async () => {
    const answer = await postLogin(simulator, 'sandbox', loginEnvelope(''), { 'content-type': 'text/xml' });
    expect(answer).toMatchObject({ status: 500, code: 'Client.NoSOAPAction' });
    expect(answer.text).toContain('no SOAPAction header!');
  });

  test('is refused without in0, and when it is no XML', async () => {
    for (const body of [loginEnvelope(undefined), 'hola', '<a>', '']) {
      const answer = await postLogin(simulator, 'sandbox', body, headers);
      expect(answer).toMatchObject({ status: 500, code: 'Server.userException' });
    }
  });

  test('may have any namespace, which comes back, spaces in in0, and SOAP 1.2', async () => {
    const in0 = signMessage(ticketRequest(), holder).replace(/.{76}/g, '$&\n');
    const answer = await postLogin(simulator, 'sandbox', loginEnvelope(` ${in0}`, 'urn:mia'), headers);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<loginCmsResponse xmlns="urn:mia">');
    await simulator.control.reset();
    const envelope = loginEnvelope(in0).replace(
      'http://schemas.xmlsoap.org/soap/envelope/',
      'http://www.w3.org/2003/05/soap-envelope',
    );
    const soap12 = { 'content-type': 'application/soap+xml; charset=utf-8' };
    expect((await postLogin(simulator, 'sandbox', envelope, soap12)).status).toBe(200);
  });

  test('gets an Axis greeting on GET', async () => {
    const page = await fetch(`${simulator.url}/sandbox/ws/services/LoginCms`);
    expect(await page.text()).toContain('Hi there, this is an AXIS service!');
  });
});
