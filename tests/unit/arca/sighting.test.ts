import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuthorityCall, observeAuthority } from '#lib/arca/call-observer.ts';
import { requestAccessTicket } from '#lib/arca/wsaa.ts';
import { callWsfe } from '#lib/arca/wsfe.ts';
import { issueCertificate, testAuthority, testKey, toPem } from '#tests/support/pki.ts';
import { answering, fault, serve, soap } from './server.ts';
import { answer, caller, errors } from './wsfe-answers.ts';

let sightings: AuthorityCall[];
beforeEach(() => {
  sightings = [];
  observeAuthority((sighting) => sightings.push(sighting));
});
afterEach(() => observeAuthority(undefined));

const { privateKey, publicKey } = testKey(1);
const der = issueCertificate(testAuthority('live'), { alias: 'alta2xk9d', cuit: '30712345671', publicKey });
const certificatePem = toPem(der);
const login = (endpoint: string, timeoutMs = 5_000) =>
  requestAccessTicket({ endpoint, certificatePem, privateKey, service: 'wsfe', timeoutMs });
const operation = 'FECompUltimoAutorizado';

const seenAt = (endpoint: string) => {
  expect(sightings).toEqual([expect.objectContaining({ endpoint, at: expect.any(Date) })]);
  return sightings[0]?.failure;
};

describe('a login', () => {
  it.each([
    ['coe.notAuthorized', undefined],
    ['coe.alreadyAuthenticated', undefined],
    ['cms.cert.expired', undefined],
    ['cms.bad', undefined],
    ['xml.generationTime.invalid', undefined],
    ['something.new', undefined],
    ['wsaa.unavailable', 'authority'],
    ['wsn.unavailable', 'authority'],
    ['wsaa.internalError', 'authority'],
  ])('answered with %s records: %s', async (code, failure) => {
    const { url } = await answering(fault(code, 'x'), 500);
    await login(url);
    expect(seenAt(url)).toBe(failure);
  });

  it.each([
    ['a page', '<html></html>', 200, 'not-soap'],
    ['an error of HTTP', '', 503, 'http'],
    ['nothing', '', 200, 'truncated'],
    ['half an answer', soap('<a/>').slice(0, -20), 200, 'truncated'],
    ['no ticket', soap('<loginCmsResponse/>'), 200, 'not-soap'],
  ])('answered with %s records a failure', async (_what, body, status, failure) => {
    const { url } = await answering(body, status);
    await login(url);
    expect(seenAt(url)).toBe(failure);
  });

  it('without an answer records a failure', async () => {
    const silent = await serve(() => {});
    await login(silent.url, 100);
    expect(seenAt(silent.url)).toBe('timeout');
  });

  it('to an address where nobody listens records a failure', async () => {
    const nobody = 'http://127.0.0.1:1/service';
    await login(nobody);
    expect(seenAt(nobody)).toBe('refused');
  });
});

describe('a WSFE call', () => {
  it.each<[string, string, string | undefined]>([
    ['a value', '<CbteNro>7</CbteNro>', undefined],
    ['a ticket that is refused', errors([600, 'Token vencido']), undefined],
    ['no results', errors([602, 'Sin Resultados']), undefined],
    ['another request of the series under way', errors([502, 'Transacción Activa']), undefined],
    ['our `Auth` is missing', errors([500, 'Campo Auth no fue ingresado']), undefined],
    ['its database', errors([501, 'Error interno de base de datos']), 'authority'],
    ['its own failure', errors([500, 'Error interno de aplicación']), 'authority'],
  ])('answered with %s records what it saw', async (_what, result, failure) => {
    const { url } = await answering(answer(operation, result));
    await callWsfe(operation, caller(url));
    expect(seenAt(url)).toBe(failure);
  });

  it.each([
    ['Client', undefined],
    ['Server', 'fault'],
  ])('answered with a %s fault records a failure only if it is the server’s', async (code, failure) => {
    const { url } = await answering(fault(code, 'x'), 500);
    await callWsfe(operation, caller(url));
    expect(seenAt(url)).toBe(failure);
  });

  it('succeeds without an observer', async () => {
    observeAuthority(undefined);
    const { url } = await answering(answer(operation, '<CbteNro>7</CbteNro>'));
    expect(await callWsfe(operation, caller(url))).toMatchObject({ kind: 'result' });
  });
});
