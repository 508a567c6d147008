import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { env } from './env.ts';

/*
 * The transit secrets engine of HashiCorp Vault and OpenBao: `POST <mount>/decrypt/<key>` and
 * `POST <mount>/datakey/wrapped/<key>` of its HTTP API.
 */

/** `vault:v1:…`, as the engine gives a ciphertext. */
export const isTransitText = (text: string): boolean => /^vault:v\d+:/.test(text);

const deadlineMs = 10_000;

const Decrypted = z.object({ data: z.object({ plaintext: z.string() }) });
const Wrapped = z.object({ data: z.object({ ciphertext: z.string() }) });

/**
 * A key in base64, of what the engine wrapped.
 * @throws Error with what the engine says, never with what it was sent
 */
export const decryptByTransit = async (ciphertext: string): Promise<string> =>
  Decrypted.parse(await post('decrypt', { ciphertext })).data.plaintext;

/** A new key, wrapped: nobody has seen it. */
export const newTransitKey = async (): Promise<string> =>
  Wrapped.parse(await post('datakey/wrapped', { bits: 256 })).data.ciphertext;

async function post(path: string, body: object): Promise<unknown> {
  const { ALTA_TRANSIT_URL, ALTA_TRANSIT_KEY, ALTA_TRANSIT_NAMESPACE } = env();
  const token = readToken();
  if (!ALTA_TRANSIT_URL || !token) {
    throw new Error('No transit engine is configured: ALTA_TRANSIT_URL or ALTA_TRANSIT_TOKEN is not set.');
  }
  const response = await fetch(`${ALTA_TRANSIT_URL}/${path}/${encodeURIComponent(ALTA_TRANSIT_KEY)}`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(deadlineMs),
    headers: {
      'content-type': 'application/json',
      'x-vault-request': 'true',
      'x-vault-token': token,
      ...(ALTA_TRANSIT_NAMESPACE ? { 'x-vault-namespace': ALTA_TRANSIT_NAMESPACE } : {}),
    },
    body: JSON.stringify(body),
  }).catch((error: Error) => {
    throw new Error(`The transit engine at ${ALTA_TRANSIT_URL} does not answer: ${reasonOf(error)}.`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const { errors } = z
    .object({ errors: z.array(z.string()) })
    .catch({ errors: [] })
    .parse(answer);
  throw new Error(`The transit engine refused with ${response.status}: ${errors.join('; ') || 'no reason'}.`);
}

const reasonOf = (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message);

function readToken(): string | undefined {
  const { ALTA_TRANSIT_TOKEN, ALTA_TRANSIT_TOKEN_FILE } = env();
  return (
    ALTA_TRANSIT_TOKEN ?? (ALTA_TRANSIT_TOKEN_FILE && readFileSync(ALTA_TRANSIT_TOKEN_FILE, 'utf8').trim())
  );
}
