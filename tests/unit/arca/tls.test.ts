import { createServer, get, type ServerOptions } from 'node:https';
import { describe, expect, it } from 'vitest';
import { callSoap } from '#lib/arca/soap.ts';
import { createAuthority, issueCertificate, testKey, toPem } from '#tests/support/pki.ts';
import { listen, soap } from './server.ts';

/** A group of 1024 bits, made by `openssl dhparam 1024`: what WSFE's live host offers first. */
const weakGroup = `-----BEGIN DH PARAMETERS-----
MIGHAoGBAKUmgPM6dVG8ilPDL9wFwULjY0Upt6svLQKw7PwZnMbfYl//9QXGCp7D
+GoCbAMSJCEjoAgXjMFRH++1i3JuyJErfyprakanNe4b0yE6CDxYf+sHLkofeOvQ
7uS5Dnywqrg2aAQjAqBXCmt0Sb6BoDAOLIYvw3AcxDn1BMY09q5fAgEC
-----END DH PARAMETERS-----`;

const authority = createAuthority({ commonName: 'A public CA', key: 60 });
const ca = toPem(authority.der);
const { privateKey, publicKey } = testKey(61);
const certificate = {
  cert: toPem(issueCertificate(authority, { alias: 'localhost', cuit: '33693450239', publicKey })),
  key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
};
const tls12: ServerOptions = { ...certificate, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' };
const elliptic = 'ECDHE-RSA-AES256-GCM-SHA384';

const start = (options: ServerOptions) =>
  listen(
    createServer(options, (_, response) => response.end(soap('<answer/>'))),
    'https',
  );

const call = (url: string, trusted?: string) =>
  callSoap({ url, ca: trusted, action: '', envelope: soap('<question/>'), timeoutMs: 5_000 });

describe('a host that prefers a 1024-bit Diffie-Hellman group', () => {
  const weak: ServerOptions = {
    ...tls12,
    dhparam: weakGroup,
    honorCipherOrder: true,
    ciphers: `DHE-RSA-AES256-GCM-SHA384:${elliptic}:@SECLEVEL=0`,
  };

  it('is reached over an elliptic curve', async () => {
    expect(await call(await start(weak), ca)).toMatchObject({ kind: 'answer' });
  });

  it("is refused by Node's own agent, which is why ours exists", async () => {
    const url = await start(weak);
    const failure = await new Promise<Error>((resolve, reject) => {
      get(url, { ca }, () => reject(new Error('it connected'))).on('error', resolve);
    });
    expect(failure.message).toMatch(/dh key too small/);
  });

  it('is not reached if it has no other group', async () => {
    const url = await start({ ...weak, ciphers: 'DHE-RSA-AES256-GCM-SHA384:@SECLEVEL=0' });
    expect(await call(url, ca)).toMatchObject({ cause: 'tls', outcomeUnknown: false });
  });
});

describe('TLS to the authority', () => {
  it('uses 1.3 where the host supports it', async () => {
    const url = await start({ ...certificate, minVersion: 'TLSv1.3' });
    expect(await call(url, ca)).toMatchObject({ kind: 'answer' });
  });

  it('is never below 1.2', async () => {
    const url = await start({
      ...certificate,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    });
    expect(await call(url, ca)).toMatchObject({ cause: 'tls', outcomeUnknown: false });
  });

  it('needs a certificate from a trusted issuer', async () => {
    expect(await call(await start(tls12))).toMatchObject({ cause: 'tls', outcomeUnknown: false });
  });

  it('needs a certificate for the host’s name', async () => {
    const url = (await start(tls12)).replace('localhost', '127.0.0.1');
    expect(await call(url, ca)).toMatchObject({ cause: 'tls', outcomeUnknown: false });
  });

  it('fails as a TLS error where the host speaks plain HTTP', async () => {
    const { createServer: createPlain } = await import('node:http');
    const url = await listen(createPlain(), 'https');
    expect(await call(url)).toMatchObject({ cause: 'tls', outcomeUnknown: false });
  });
});
