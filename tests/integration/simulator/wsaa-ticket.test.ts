import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newApplicant, newHolder, otherCompany, person } from './applicant.ts';
import { login, loginEnvelope, postLogin, ticketRequest } from './wsaa-client.ts';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());
afterEach(() => simulator.control.reset());

const relationsOf = (tokenXml: string) =>
  [...tokenXml.matchAll(/relation key="(\d+)"/g)].map((match) => match[1]);

describe('a ticket', () => {
  test('lives twelve hours, and names its issuer and its holder', async () => {
    const holder = await newHolder(simulator, 'live');
    const { status, text, tokenXml, sign } = await login(simulator, 'live', holder);
    expect(status).toBe(200);
    expect(text).toContain('CN=wsaa, O=AFIP, C=AR, SERIALNUMBER=CUIT 33693450239');
    expect(text).toContain(`SERIALNUMBER=CUIT ${person}, CN=${holder.alias}`);
    const [, generated = ''] = /generationTime&gt;([^&]+)&lt;/.exec(text) ?? [];
    const [, expires = ''] = /expirationTime&gt;([^&]+)&lt;/.exec(text) ?? [];
    expect(generated).toMatch(/\.\d{3}-03:00$/);
    expect(Date.parse(expires) - Date.parse(generated)).toBe(12 * 3_600_000);
    const times = /gen_time="(\d+)" exp_time="(\d+)"/.exec(tokenXml);
    expect(Number(times?.[2]) - Number(times?.[1])).toBe(43_260);
    expect(Buffer.from(sign, 'base64')).toHaveLength(128);
  });

  test('lists every CUIT that the alias represents, as of its issue', async () => {
    const holder = await newHolder(simulator, 'sandbox', { represented: [person, company] });
    const first = await login(simulator, 'sandbox', holder);
    expect(relationsOf(first.tokenXml)).toEqual([person, company]);
    const { cuit, alias } = holder;
    await simulator.authorise('sandbox', { cuit, alias, represented_cuit: otherCompany });
    expect((await login(simulator, 'sandbox', holder)).code).toBe('coe.alreadyAuthenticated');
    await simulator.control.clock(601);
    const second = await login(simulator, 'sandbox', holder, { expiration: 1200 });
    expect(relationsOf(second.tokenXml)).toEqual([person, company, otherCompany]);
  });

  test('is given to a second certificate of the alias without a new authorization', async () => {
    const holder = await newHolder(simulator, 'live');
    const applicant = newApplicant();
    const { cuit, alias } = holder;
    const renewed = await simulator.issueCertificate('live', {
      cuit,
      alias,
      csr: applicant.csr,
      adding_to_alias: true,
    });
    expect((await login(simulator, 'live', holder)).status).toBe(200);
    const answer = await login(simulator, 'live', { certificate: renewed.certificate, key: applicant.key });
    expect(answer.status).toBe(200);
  });
});

describe('the window of coe.alreadyAuthenticated', () => {
  const windows: [Environment, number][] = [
    ['sandbox', 600],
    ['live', 120],
  ];
  test.each(windows)('lasts in %s for %i seconds', async (environment, seconds) => {
    const holder = await newHolder(simulator, environment);
    expect((await login(simulator, environment, holder)).status).toBe(200);
    expect((await login(simulator, environment, holder)).code).toBe('coe.alreadyAuthenticated');
    await simulator.control.clock(seconds - 30);
    expect((await login(simulator, environment, holder)).code).toBe('coe.alreadyAuthenticated');
    await simulator.control.clock(seconds + 1);
    const fields = { generation: 0, expiration: seconds + 600 };
    expect((await login(simulator, environment, holder, fields)).status).toBe(200);
  });

  test('is separate for each service, and is cleared by a reset', async () => {
    const holder = await newHolder(simulator, 'live');
    const { cuit, alias } = holder;
    await simulator.authorise('live', { cuit, alias, represented_cuit: company, service: 'wsfex' });
    expect((await login(simulator, 'live', holder)).status).toBe(200);
    expect((await login(simulator, 'live', holder, { service: 'wsfex' })).status).toBe(200);
    await simulator.control.reset();
    expect((await login(simulator, 'live', holder)).status).toBe(200);
  });
});

test('an authorization takes effect after the delay of /control/propagation', async () => {
  await simulator.control.propagation(300);
  const holder = await newHolder(simulator, 'sandbox');
  expect((await login(simulator, 'sandbox', holder)).code).toBe('coe.notAuthorized');
  await simulator.control.clock(301);
  expect((await login(simulator, 'sandbox', holder)).status).toBe(200);
});

test('logins and refusals are counted by environment', async () => {
  const holder = await newHolder(simulator, 'live');
  await login(simulator, 'live', holder);
  await login(simulator, 'live', holder);
  const stats = await simulator.control.stats();
  expect(stats.live).toMatchObject({ logins: 1, refused_logins: 1, wsaa_requests: 2, caes: 0 });
  expect(stats.sandbox).toMatchObject({ logins: 0, refused_logins: 0 });
});

test('a message signed by openssl is accepted', async ({ skip }) => {
  const holder = await newHolder(simulator, 'sandbox');
  const folder = mkdtempSync(join(tmpdir(), 'simulator-cms-'));
  try {
    const path = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const files = ['-in', path('tra.xml', ticketRequest()), '-signer', path('crt', holder.certificate)];
    const options = ['-inkey', path('key', holder.key), '-nodetach', '-outform', 'DER', '-md', 'sha256'];
    const der = execFileSync('openssl', ['cms', '-sign', ...files, ...options]);
    const answer = await postLogin(simulator, 'sandbox', loginEnvelope(der.toString('base64')));
    expect(answer.status).toBe(200);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      skip('openssl is not installed');
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
});
