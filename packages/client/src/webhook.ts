import { AltaError } from './error.ts';
import type { StepMessage as AnyStepMessage, WebhookMessage } from './generated/types.gen.ts';

/** Events an endpoint can receive. */
export type WebhookEvent = WebhookMessage['event'];

/**
 * Message of a workflow's `webhook` step. `event` is the name given by the step: `StepMessage<'link.ready' |
 * 'supplier.failed'>`. A step without one sends none: `StepMessage<undefined>`.
 */
export type StepMessage<Event extends string | undefined = string> = Event extends string
  ? Omit<AnyStepMessage, 'event'> & { event: Event }
  : Event extends undefined
    ? Omit<AnyStepMessage, 'event'> & { event?: undefined }
    : never;

type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

/** `whsec_…`; during a rotation, both secrets. */
type Secrets = string | readonly string[] | undefined;

const fiveMinutesSeconds = 300;

/**
 * Verifies that a request is from Alta (Standard Webhooks) and returns its message: `await verify(await
 * request.text(), request.headers, secret)`. `switch (message.event)` narrows `data`. For a receiver of workflow
 * steps, name their events: `verify<'link.ready' | 'supplier.failed'>(…)`.
 * @param payload the bytes or text as received; parsing and serialising changes them
 * @throws AltaError `unauthorised` if it is not from Alta, or its time is more than five minutes off
 */
export async function verify<StepEvent extends string | undefined = never>(
  payload: string | Uint8Array,
  headers: GivenHeaders,
  secret: Secrets,
  now = new Date(),
): Promise<[StepEvent] extends [never] ? WebhookMessage : StepMessage<StepEvent>> {
  const read = (name: string) =>
    headers instanceof Headers ? headers.get(name) : [headers[name]].flat().join(' ');
  const [id, timestamp, signatures] = [
    read('webhook-id'),
    read('webhook-timestamp'),
    read('webhook-signature'),
  ];
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  await verifySignature('message', {
    secrets: secret,
    id: id ?? '',
    timestamp: timestamp ?? '',
    signatures: signatures ?? '',
    bytes,
    now,
  });
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Verifies a supplier's return to your `return_url`. `secrets` are those of your webhooks; `address` is what the
 * browser requested, or only path and query as in Node's `request.url`. Compare `entryId` with your logged-in user.
 * @throws AltaError `unauthorised` like `verify`
 */
export async function verifyReturn(
  secrets: Secrets,
  address: string | URL,
  now = new Date(),
): Promise<{ entryId: string; status: 'registered' | 'point-of-sale-missing' | 'pending' }> {
  const query = new URL(address, 'https://yours.invalid').searchParams;
  const [id = '', status = '', timestamp = '', signatures = ''] = [
    'silo_entry_id',
    'status',
    'timestamp',
    'signature',
  ].map((name) => query.get(name) ?? '');
  const bytes = new TextEncoder().encode(JSON.stringify(status));
  await verifySignature('address', { secrets, purpose: 'return_url', id, timestamp, signatures, bytes, now });
  return { entryId: id, status: status as 'registered' | 'point-of-sale-missing' | 'pending' };
}

interface Signed {
  secrets: Secrets;
  /** Derives the signing key from each secret. Absent for messages, signed with the secret itself. */
  purpose?: string;
  id: string;
  timestamp: string;
  signatures: string;
  bytes: Uint8Array;
  now: Date;
}

async function verifySignature(
  subject: 'message' | 'address',
  { secrets, purpose, id, timestamp, signatures, bytes, now }: Signed,
): Promise<void> {
  const refused = (why: string) => new AltaError('unauthorised', `The ${subject} is not from Alta: ${why}.`);
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= fiveMinutesSeconds))
    throw refused('its time is missing, or is more than five minutes off');
  if (!signatures) throw refused('it has no signature');
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const secret of [secrets].flat()) {
    const raw = secret?.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : undefined;
    if (!raw?.length) throw new TypeError('A webhook secret must be `whsec_` followed by base64.');
    const key = purpose ? await hmacKey(await macOf(await hmacKey(raw), purpose)) : await hmacKey(raw);
    for (const part of signatures.split(' ')) {
      const given = part.startsWith('v1,') ? bytesOf(part.slice(3)) : undefined;
      // Compares in constant time.
      if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return;
    }
  }
  throw refused('none of the given secrets made its signature');
}

const hmacKey = (raw: BufferSource) =>
  crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

const macOf = (key: CryptoKey, text: string) =>
  crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));

function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Undefined if it is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
