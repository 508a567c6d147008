import { AltaError } from './error.ts';
import type { CreateBatchData, Fault, TestEndpointData } from './generated/types.gen.ts';

/** Events an endpoint can receive. */
export type WebhookEvent = TestEndpointData['body']['event'];

interface MessageFields {
  /** The same in all attempts, so that you recognize a repeated message. */
  id: string;
  created_at: string;
  /** Id of the workspace. */
  owner_id: string;
  silo_entry_id?: string;
  /** The same id, in the spelling of other clients. */
  siloEntryId?: string;
  transform_job_id?: string;
  /** Your own key of the job. */
  key?: string;
  args: Record<string, string>;
  faults: Fault[];
  /** A sample: check its signature and do nothing else. */
  test?: true;
}

interface OfRegistration {
  registration_id: string;
}
interface OfLink extends OfRegistration {
  link_id: string;
  scope: 'full' | 'arca-steps-only';
}

interface OfInvoice {
  series: string;
  code: string;
}

/** `data` of the events that have any. */
interface EventData {
  'registration.certificate_received': OfRegistration & { fingerprint?: string };
  'registration.certificate_rejected': OfRegistration & { reason: string };
  'registration.wrong_cuit_reported': OfRegistration & { reason: 'other-name' | 'unknown' };
  'registration.delegation_claimed': OfRegistration & { delegate_cuit?: string };
  'link.sent': OfLink;
  'link.opened': OfLink;
  'link.bounced': OfLink & { reason?: string };
  'link.handed_over': OfLink;
  'link.taken_back': OfLink;
  'certificate.expiring': {
    certificate_id: string;
    registration_id?: string;
    not_after: string;
    days_left: string;
  };
  'delegate.at_risk': {
    delegate_cuit: string;
    delegated_suppliers: string;
    reason: string;
    days_left?: string;
  };
  'invoice.authorised': OfInvoice;
  'invoice.mailed': OfInvoice & { mail_id: string };
  'invoice.mail_bounced': OfInvoice & { mail_id: string; reason: string };
  'invoice.fce_accepted': OfInvoice & { acceptance?: 'express' | 'tacit' };
  'invoice.fce_rejected': OfInvoice & { reason: string };
  'batch.completed': {
    batch_id: string;
    key?: string;
    operation: CreateBatchData['body']['operation'];
    total: number;
    done: number;
    failed: number;
  };
}

type DataOf<Event extends WebhookEvent> = Event extends keyof EventData
  ? EventData[Event]
  : Event extends `registration.${string}`
    ? OfRegistration
    : undefined;

/** A message by its event. `switch (message.event)` narrows `data`. */
export type WebhookMessage = {
  [Event in WebhookEvent]: MessageFields & { event: Event } & (DataOf<Event> extends undefined
      ? { data?: undefined }
      : { data: DataOf<Event> });
}[WebhookEvent];

/**
 * Message of a workflow's `webhook` step. `event` is the name given by the step: `StepMessage<'link.ready' |
 * 'supplier.failed'>`. A step without one sends none: `StepMessage<undefined>`.
 */
export type StepMessage<Event extends string | undefined = string> = MessageFields & {
  siloEntryId: string;
  silo_entry_id: string;
  transform_job_id: string;
} & (Event extends string ? { event: Event } : { event?: undefined });

type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

/** `whsec_…`; during a rotation, both secrets. */
type Secrets = string | readonly string[] | undefined;

const fiveMinutesSeconds = 300;

/**
 * Verifies that a request is from Alta (Standard Webhooks) and returns its message: `await
 * verifyWebhook(secret, request.headers, await request.text())`. For messages of workflow steps:
 * `verifyWebhook<StepMessage>`.
 * @param body the bytes or text as received; parsing and serialising changes them
 * @throws AltaError `unauthorised` if it is not from Alta, or its time is more than five minutes off
 */
export async function verifyWebhook<Message extends MessageFields = WebhookMessage>(
  secrets: Secrets,
  headers: GivenHeaders,
  body: string | Uint8Array,
  now = new Date(),
): Promise<Message> {
  const read = (name: string) =>
    headers instanceof Headers ? headers.get(name) : [headers[name]].flat().join(' ');
  const [id, timestamp, signatures] = [
    read('webhook-id'),
    read('webhook-timestamp'),
    read('webhook-signature'),
  ];
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  await verifySignature('message', {
    secrets,
    id: id ?? '',
    timestamp: timestamp ?? '',
    signatures: signatures ?? '',
    bytes,
    now,
  });
  return JSON.parse(new TextDecoder().decode(bytes)) as Message;
}

/**
 * Verifies a supplier's return to your `return_url`. `secrets` are those of your webhooks; `address` is what the
 * browser requested, or only path and query as in Node's `request.url`. Compare `entryId` with your logged-in user.
 * @throws AltaError `unauthorised` like `verifyWebhook`
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
    const raw = bytesOf(secret?.replace(/^whsec_/, '') ?? '');
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
