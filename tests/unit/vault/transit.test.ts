import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { loadVaultKeys, newTransitKey, vaultKeys } from '#lib/vault.ts';
import { setEnvironment } from '#tests/support/environment.ts';

/** What the transit engine's API is documented to do, for the two calls that are made: docs/keys.md. */
async function startTransit() {
  const wrapped = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const body = JSON.parse(await text(request));
    asked.push(`${request.method} ${request.url}`);
    if (request.headers['x-vault-token'] !== 'the token') {
      answer(403, { errors: ['permission denied'] });
    } else if (request.url === '/v1/transit/datakey/wrapped/alta' && body.bits === 256) {
      const ciphertext = `vault:v1:${randomBytes(60).toString('base64')}`;
      wrapped.set(ciphertext, randomBytes(32).toString('base64'));
      answer(200, { data: { ciphertext, key_version: 1 } });
    } else if (request.url === '/v1/transit/decrypt/alta' && wrapped.has(body.ciphertext)) {
      answer(200, { data: { plaintext: wrapped.get(body.ciphertext) } });
    } else {
      answer(400, { errors: ['cipher: message authentication failed'] });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/transit`, wrapped, asked };
}

const configure = (values: Record<string, string>) =>
  onTestFinished(setEnvironment({ ALTA_VAULT_KEY: '', ALTA_TRANSIT_TOKEN: 'the token', ...values }));

test('keys wrapped by a transit engine are unwrapped once at start', async () => {
  const { url, wrapped, asked } = await startTransit();
  configure({ ALTA_TRANSIT_URL: url });
  const [one, other] = [await newTransitKey(), await newTransitKey()];
  configure({ ALTA_TRANSIT_URL: url, ALTA_VAULT_KEYS: `${one},${other}` });
  await loadVaultKeys();
  expect(vaultKeys().map(({ key }) => key.toString('base64'))).toEqual([
    wrapped.get(one),
    wrapped.get(other),
  ]);
  expect(vaultKeys()).toHaveLength(2);
  expect(asked.filter((each) => each === 'POST /v1/transit/decrypt/alta')).toHaveLength(2);
});

test.each([
  ['another token', { ALTA_TRANSIT_TOKEN: 'another' }, '403: permission denied'],
  ['a ciphertext of another engine', {}, '400: cipher: message authentication failed'],
  ['nobody there', { ALTA_TRANSIT_URL: 'http://127.0.0.1:9/v1/transit' }, 'does not respond'],
  ['no address', { ALTA_TRANSIT_URL: '' }, 'ALTA_TRANSIT_URL'],
])(
  'the application does not start with %s and gives a reason without a secret',
  async (_what, values, reason) => {
    const { url } = await startTransit();
    configure({ ALTA_TRANSIT_URL: url, ALTA_VAULT_KEY: 'vault:v1:AAAA', ...values });
    const refusal = await loadVaultKeys().then(() => 'none', String);
    expect(refusal).toContain(reason);
    expect(refusal).not.toContain('the token');
  },
);
