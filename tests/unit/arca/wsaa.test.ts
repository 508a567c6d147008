import { describe, expect, it } from 'vitest';
import { faultMeanings, meaningOfFault, readRelations, requestAccessTicket } from '#lib/arca/wsaa.ts';
import { escapeXml } from '#lib/arca/xml.ts';
import { issueCertificate, testAuthority, testKey, toPem } from '#tests/support/pki.ts';
import { answering, fault, serve, soap } from './server.ts';

const { privateKey, publicKey } = testKey(1);
const der = issueCertificate(testAuthority('live'), { alias: 'alta2xk9d', cuit: '30712345671', publicKey });
const now = new Date('2026-11-21T12:00:00Z');
const login = (endpoint: string, timeoutMs = 5_000) =>
  requestAccessTicket({ endpoint, certificatePem: toPem(der), privateKey, service: 'wsfe', now, timeoutMs });

const sso = (relations: string) =>
  Buffer.from(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><sso version="2.0">' +
      '<id src="CN=wsaa" dst="CN=wsfe" unique_id="1" gen_time="1" exp_time="2"/>' +
      '<operation type="login" value="granted"><login entity="33693450239" service="wsfe" authmethod="cms">' +
      `${relations}</login></operation></sso>`,
  ).toString('base64');

const token = sso('<relations><relation key="30712345671" reltype="4"/></relations>');
const ticket = (changes: { token?: string; expirationTime?: string } = {}) =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<loginTicketResponse version="1.0"><header>' +
  '<source>CN=wsaa, O=AFIP, C=AR, SERIALNUMBER=CUIT 33693450239</source>' +
  '<generationTime>2026-11-21T09:00:00.396-03:00</generationTime>' +
  `<expirationTime>${changes.expirationTime ?? '2026-11-21T21:00:00.396-03:00'}</expirationTime></header>` +
  `<credentials><token>${changes.token ?? token}</token><sign>c2lnbg==</sign></credentials></loginTicketResponse>`;
const granted = (xml: string) =>
  soap(
    '<loginCmsResponse xmlns="http://wsaa.view.sua.dvadac.desein.afip.gov">' +
      `<loginCmsReturn>${escapeXml(xml)}</loginCmsReturn></loginCmsResponse>`,
  );

describe('a granted login', () => {
  it('returns the ticket with its times and the CUITs that it represents', async () => {
    const { url, received } = await answering(granted(ticket()));
    expect(await login(url)).toEqual({
      kind: 'granted',
      ticket: {
        token,
        sign: 'c2lnbg==',
        generatedAt: new Date('2026-11-21T12:00:00.396Z'),
        expiresAt: new Date('2026-11-22T00:00:00.396Z'),
        relations: ['30712345671'],
      },
    });
    const [cms = ''] = /(?<=in0>)[^<]+/.exec(received[0] ?? '') ?? [];
    expect(Buffer.from(cms, 'base64').includes('<service>wsfe</service>')).toBe(true);
  });

  it.each([
    ['one', '<relations><relation key="30712345671" reltype="4"/></relations>', ['30712345671']],
    [
      'two',
      '<relations><relation key="30712345671"/><relation key="20111111112"/></relations>',
      ['30712345671', '20111111112'],
    ],
    ['none', '<relations/>', undefined],
    ['no field of that name', '', undefined],
    ['something that is no CUIT', '<relations><relation key="x"/></relations>', undefined],
  ])('may represent %s', (_, relations, cuits) => {
    expect(readRelations(sso(relations))).toEqual(cuits);
  });

  it.each(['', 'opaque', '****', Buffer.from('<!DOCTYPE a><sso/>').toString('base64')])(
    'is valid even if its token %j is unreadable',
    (unreadable) => {
      expect(readRelations(unreadable)).toBeUndefined();
    },
  );
});

describe('a response without a ticket is an outage', () => {
  it.each([
    ['without a token', granted(ticket({ token: '' }))],
    ['without a time', granted(ticket({ expirationTime: 'tomorrow' }))],
    ['with half of it', granted(ticket().slice(0, 300))],
    ['of another operation', soap('<otherResponse/>')],
    ['with a DTD inside', granted(`<!DOCTYPE a>${ticket()}`)],
  ])('%s', async (_, body) => {
    const { url } = await answering(body);
    expect(await login(url)).toMatchObject({ kind: 'unavailable', cause: 'not-soap', retryAfterSeconds: 60 });
  });
});

describe('a fault', () => {
  it.each([
    ['coe.notAuthorized', { kind: 'not-authorised', retryAfterSeconds: 120 }],
    ['coe.alreadyAuthenticated', { kind: 'already-authenticated', retryAfterSeconds: 600 }],
    ['cms.bad', { kind: 'defect' }],
    ['cms.bad.base64', { kind: 'defect' }],
    ['cms.cert.notFound', { kind: 'defect' }],
    ['cms.sign.invalid', { kind: 'certificate-refused', reason: 'other-key' }],
    ['cms.cert.expired', { kind: 'certificate-refused', reason: 'expired' }],
    ['cms.cert.invalid', { kind: 'certificate-refused', reason: 'not-yet-valid', retryAfterSeconds: 120 }],
    ['cms.cert.untrusted', { kind: 'certificate-refused', reason: 'untrusted' }],
    ['cms.cert.revoked', { kind: 'certificate-refused', reason: 'untrusted' }],
    ['xml.bad', { kind: 'defect' }],
    ['xml.source.invalid', { kind: 'defect' }],
    ['xml.destination.invalid', { kind: 'defect' }],
    ['xml.version.notSupported', { kind: 'defect' }],
    ['xml.generationTime.invalid', { kind: 'unavailable', cause: 'clock' }],
    ['xml.expirationTime.expired', { kind: 'unavailable', cause: 'clock' }],
    ['xml.expirationTime.invalid', { kind: 'unavailable', cause: 'clock' }],
    ['wsn.notFound', { kind: 'defect' }],
    ['wsn.unavailable', { kind: 'unavailable', cause: 'authority', retryAfterSeconds: 60 }],
    ['wsaa.unavailable', { kind: 'unavailable', cause: 'authority', retryAfterSeconds: 60 }],
    ['wsaa.internalError', { kind: 'unavailable', cause: 'authority', retryAfterSeconds: 60 }],
    ['Client.NoSOAPAction', { kind: 'defect' }],
    ['Server.userException', { kind: 'unavailable', cause: 'unknown-fault', retryAfterSeconds: 300 }],
    ['coe.somethingNew', { kind: 'unavailable', cause: 'unknown-fault', retryAfterSeconds: 300 }],
    ['constructor', { kind: 'unavailable', cause: 'unknown-fault', retryAfterSeconds: 300 }],
  ])('%s means %o', async (code, meaning) => {
    const { url } = await answering(fault(code, 'Un texto'), 500);
    expect(await login(url)).toMatchObject(meaning);
    expect(meaningOfFault(code)).toMatchObject(meaning);
  });

  it('has 21 known kinds, all tested here', () => {
    expect(Object.keys(faultMeanings)).toHaveLength(21);
  });

  it('about the clock carries the difference in seconds', async () => {
    const { url } = await answering(fault('xml.generationTime.invalid', 'generationTime'), 500, {
      date: 'Sat, 21 Nov 2026 11:50:00 GMT',
    });
    expect(await login(url)).toMatchObject({ cause: 'clock', clockSkewSeconds: -600 });
  });
});

describe('an authority that is down', () => {
  it('is tried again after a minute, without blaming the certificate', async () => {
    const { url } = await answering('<html>503</html>', 503, { date: 'Sat, 21 Nov 2026 12:00:07 GMT' });
    expect(await login(url)).toEqual({
      kind: 'unavailable',
      cause: 'http',
      detail: 'HTTP 503',
      retryAfterSeconds: 60,
      clockSkewSeconds: 7,
    });
  });

  it('may also not answer at all', async () => {
    const { url } = await serve(() => {});
    expect(await login(url, 100)).toMatchObject({
      kind: 'unavailable',
      cause: 'timeout',
      retryAfterSeconds: 60,
    });
  });
});
