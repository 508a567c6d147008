import type { KeyObject } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AuthorityService, endpointOf, wsaa, wsfe } from '#lib/arca/services.ts';
import { requestAccessTicket } from '#lib/arca/wsaa.ts';
import { listPointsOfSale } from '#lib/arca/wsfe.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { checkUpload } from '#lib/certificates/checks.ts';
import { createAlias, createCertificateRequest } from '#lib/x509/certificate-request.ts';
import { createKeyPair, privateKeyOf } from '#lib/x509/key-pair.ts';
import { type FaultPlan, simulatorOfWorker } from '#tests/support/simulator.ts';

const company = '30712345671';
const person = '20111111112';

const simulator = await simulatorOfWorker();
beforeEach(() => simulator.control.reset());

const endpointIn = (service: AuthorityService, environment: Environment) =>
  endpointOf(service, environment, {
    sandboxUrl: `${simulator.url}/sandbox`,
    liveUrl: `${simulator.url}/live`,
  });

/** A new key and request, certified by the portal and checked by us; its login is ready to be sent. */
async function certify(environment: Environment, holder = environment === 'live' ? company : person) {
  const { privateKeyPkcs8, publicKeyFingerprint } = await createKeyPair();
  const alias = createAlias();
  const csr = createCertificateRequest({
    privateKey: privateKeyPkcs8,
    alias,
    organisation: 'Ñandú',
    cuit: company,
  });
  const { certificate } = await simulator.issueCertificate(environment, { cuit: holder, alias, csr });
  const check = checkUpload(Buffer.from(certificate), {
    environment,
    cuit: company,
    keys: [{ alias, publicKeyFingerprint }],
  });
  return { alias, holder, check, login: loginWith(environment, certificate, privateKeyOf(privateKeyPkcs8)) };
}

const loginWith = (environment: Environment, certificatePem: string, privateKey: KeyObject) => ({
  endpoint: endpointIn(wsaa, environment),
  certificatePem,
  privateKey,
  service: 'wsfe',
  timeoutMs: 3_000,
});

const authorise = (environment: Environment, { alias, holder }: { alias: string; holder: string }) =>
  simulator.authorise(environment, { cuit: holder, alias, represented_cuit: company });

describe.each(['sandbox', 'live'] as const)('in %s', (environment) => {
  it('a certificate is accepted, refused until it is authorized, and then gets one ticket at a time', async () => {
    const certified = await certify(environment);
    expect(certified.check.kind).toBe('accepted');
    expect(await requestAccessTicket(certified.login)).toMatchObject({ kind: 'not-authorised' });

    await authorise(environment, certified);
    const login = await requestAccessTicket(certified.login);
    expect(login).toMatchObject({ kind: 'granted', ticket: { relations: [company] } });
    expect(await requestAccessTicket(certified.login)).toMatchObject({ kind: 'already-authenticated' });
  });
});

describe('the points of sale', () => {
  const ticketIn = async (environment: Environment) => {
    const certified = await certify(environment);
    await authorise(environment, certified);
    const login = await requestAccessTicket(certified.login);
    if (login.kind !== 'granted') throw new Error(`the login ended as ${login.kind}`);
    return login.ticket;
  };

  it('are listed in live, none at first', async () => {
    const caller = { endpoint: endpointIn(wsfe, 'live'), ticket: await ticketIn('live'), cuit: company };
    expect(await listPointsOfSale(caller)).toEqual({ kind: 'listed', pointsOfSale: [] });
    await simulator.addPointOfSale({ cuit: company, number: 3, system: 'RECE' });
    expect(await listPointsOfSale(caller)).toMatchObject({ pointsOfSale: [{ number: 3, usable: true }] });
    expect(await listPointsOfSale({ ...caller, cuit: person })).toMatchObject({
      kind: 'cuit-not-represented',
    });
  });

  it('are those created in the sandbox, and its ticket is refused in live', async () => {
    const ticket = await ticketIn('sandbox');
    const ask = (environment: Environment) =>
      listPointsOfSale({ endpoint: endpointIn(wsfe, environment), ticket, cuit: company });
    expect(await ask('sandbox')).toEqual({ kind: 'listed', pointsOfSale: [] });
    await simulator.addPointOfSale({ cuit: company, number: 6, system: 'RECE' }, 'sandbox');
    expect(await ask('sandbox')).toMatchObject({ pointsOfSale: [{ number: 6, usable: true }] });
    expect(await ask('live')).toMatchObject({ kind: 'ticket-refused' });
  });
});

describe('a login to WSAA is refused', () => {
  it('with a certificate of the other environment', async () => {
    const { login } = await certify('sandbox');
    expect(await requestAccessTicket({ ...login, endpoint: endpointIn(wsaa, 'live') })).toMatchObject({
      kind: 'certificate-refused',
      reason: 'untrusted',
    });
  });

  it('with another key’s signature', async () => {
    const { login } = await certify('live');
    const { privateKeyPkcs8 } = await createKeyPair();
    expect(await requestAccessTicket({ ...login, privateKey: privateKeyOf(privateKeyPkcs8) })).toMatchObject({
      kind: 'certificate-refused',
      reason: 'other-key',
    });
  });

  it('for an unknown service, as a defect of ours', async () => {
    const { login } = await certify('live');
    expect(await requestAccessTicket({ ...login, service: 'wsfev1' })).toMatchObject({ kind: 'defect' });
  });

  it('with a wrong clock, with the skew in the answer', async () => {
    const { login } = await certify('live');
    const ahead = new Date(Date.now() + 3_600_000);
    const outcome = await requestAccessTicket({ ...login, now: ahead });
    expect(outcome).toMatchObject({ kind: 'unavailable', cause: 'clock' });
    const skew = outcome.kind === 'unavailable' ? (outcome.clockSkewSeconds ?? 0) : 0;
    expect(Math.abs(skew + 3_600)).toBeLessThan(30);
  });
});

describe('an outage of WSAA', () => {
  it.each<[FaultPlan['kind'], string]>([
    ['timeout', 'timeout'],
    ['reset', 'reset'],
    ['http-503', 'http'],
    ['html', 'not-soap'],
    ['truncated', 'truncated'],
  ])('by %s is unavailable because of %s, and the next login succeeds', async (kind, cause) => {
    const certified = await certify('live');
    await authorise('live', certified);
    await simulator.control.faults({ environment: 'live', target: 'wsaa', kind, count: 1 });
    const failing = { ...certified.login, timeoutMs: kind === 'timeout' ? 500 : 3_000 };
    expect(await requestAccessTicket(failing)).toMatchObject({ kind: 'unavailable', cause });
  });

  it('by WSAA’s own fault is retried after a minute', async () => {
    const { login } = await certify('live');
    const plan = {
      environment: 'live',
      target: 'wsaa',
      kind: 'fault',
      code: 'wsaa.unavailable',
      count: 1,
    } as const;
    await simulator.control.faults(plan);
    expect(await requestAccessTicket(login)).toMatchObject({ cause: 'authority', retryAfterSeconds: 60 });
  });

  it('that loses the answer leaves a ticket that nobody has', async () => {
    const certified = await certify('live');
    await authorise('live', certified);
    await simulator.control.faults({ environment: 'live', target: 'wsaa', kind: 'lost-answer', count: 1 });
    expect(await requestAccessTicket({ ...certified.login, timeoutMs: 1_000 })).toMatchObject({
      kind: 'unavailable',
    });
    expect(await requestAccessTicket(certified.login)).toMatchObject({ kind: 'already-authenticated' });
  });
});
