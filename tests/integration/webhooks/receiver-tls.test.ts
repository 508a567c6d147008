import type { ServerOptions } from 'node:https';
import tls from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, issueCertificate, testKey, toPem } from '#tests/support/pki.ts';
import { deliver, receive, speak, to } from './receiver.ts';

describe('a TLS connection', () => {
  const authority = createAuthority({ commonName: 'A public CA', key: 70 });
  const { privateKey, publicKey } = testKey(71);
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const issued = (alias: string, issuer = authority) => ({
    key,
    cert: toPem(issueCertificate(issuer, { alias, cuit: '33693450239', publicKey })),
  });
  const selfSigned = createAuthority({ commonName: 'localhost', key: 71 });

  beforeAll(() => {
    const usual = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...usual, toPem(authority.der)]);
    return () => tls.setDefaultCACertificates(usual);
  });

  it('has the URL’s name, and goes to the address that was verified', async () => {
    const { url, received } = await receive((_, response) => response.end(), issued('a.localhost'));
    const named = url.replace('localhost', 'a.localhost');
    const headers = { host: 'other.example.com' };
    expect(await deliver(named, { resolve: to('127.0.0.1'), headers })).toMatchObject({ status: 200 });
    expect(received[0]?.headers.host).toBe(new URL(named).host);
  });

  it.each<[string, ServerOptions]>([
    ['is signed by itself', { key, cert: toPem(selfSigned.der) }],
    ['is signed by nobody known', issued('localhost', createAuthority({ commonName: 'No CA', key: 72 }))],
    ['is of another host', issued('other.example.com')],
    [
      'is old',
      { ...issued('localhost'), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
    ],
  ])('fails when the certificate or the protocol %s', async (_what, options) => {
    const { url, received } = await receive((_, response) => response.end(), options);
    expect(await deliver(url)).toMatchObject({ kind: 'failed', failure: 'tls' });
    expect(received).toHaveLength(0);
  });

  it('fails when the receiver speaks plain HTTP, without a path in the detail', async () => {
    const { url } = await receive((_, response) => response.end());
    const answer = await deliver(url.replace('http:', 'https:'));
    expect(answer).toMatchObject({ failure: 'tls', detail: expect.not.stringMatching(/[/\n]/) });
  });

  it('without an agreement ends at the deadline', async () => {
    const { url } = await speak(() => {}, 'https');
    expect(await deliver(url, { timeoutMs: 300 })).toMatchObject({ failure: 'timeout' });
  });
});
