import type { Workspace } from '#lib/context.ts';
import type { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { env } from '#lib/env.ts';
import { webhookResults } from '#lib/metrics.ts';
import { currentTrace, goingOn, traced } from '#lib/tracing/tracing.ts';
import { unseal } from '#lib/vault.ts';
import { type AttemptResult, resultOf } from './attempt-result.ts';
import { placeOfHeaders } from './outbox.ts';
import { postWebhook, type WebhookAnswer } from './post-webhook.ts';
import { redacted, secretsIn, withoutSecrets } from './redaction.ts';
import { signatureOf, timestampOf } from './signature.ts';

type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** A delivery whose lease is ours, and what it is sent with. */
export interface Task {
  delivery: DeliveryRow;
  workspace: Workspace;
  /** What it is signed with. */
  secrets: string[];
}

/** An attempt that was made: what is kept of it holds none of the receiver's secrets. */
export interface Attempt extends Task {
  result: AttemptResult;
  answer: WebhookAnswer;
  requestHeaders: Record<string, string>;
  begunAt: Date;
  endedAt: Date;
}

export const attemptTimeoutMs = () => env().WEBHOOK_TIMEOUT_SECONDS * 1_000;

/** Signs and sends. @throws when the headers of a step's configuration can not be unsealed. */
export async function makeAttempt(task: Task, now: () => Date): Promise<Attempt> {
  const { id, event, attempts, traceparent } = task.delivery;
  const about = { 'alta.delivery': id, 'alta.event': event ?? 'step', 'alta.attempt': attempts + 1 };
  return traced(
    'webhook',
    about,
    async (span) => {
      const attempt = await send(task, now);
      span.set({ 'alta.webhook.result': attempt.result.kind });
      return attempt;
    },
    goingOn(traceparent),
  );
}

async function send(task: Task, now: () => Date): Promise<Attempt> {
  const { delivery } = task;
  const begunAt = now();
  const headers = headersOf(task, begunAt);
  const { url, body } = delivery;
  const answer = await postWebhook({ url, headers, body, timeoutMs: attemptTimeoutMs() });
  const endedAt = now();
  const hide = hiderOf(headers);
  const result = resultOf(answer, delivery, endedAt, hide);
  webhookResults().inc({ result: result.kind });
  return { ...task, result, answer: hidden(answer, hide), requestHeaders: kept(headers), begunAt, endedAt };
}

/** The body that is signed is the bytes that are sent. */
function headersOf({ delivery, workspace, secrets }: Task, now: Date): Record<string, string> {
  const { id, body, headersSealed } = delivery;
  const own = headersSealed
    ? (JSON.parse(unseal(headersSealed, placeOfHeaders(workspace, id)).toString()) as Record<string, string>)
    : {};
  const trace = currentTrace();
  return {
    ...own,
    'content-type': 'application/json',
    'user-agent': 'Alta-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestampOf(now),
    'webhook-signature': signatureOf(secrets, id, now, body),
    ...(trace ? { traceparent: trace } : {}),
  };
}

/** Names whose values are ours to show; any other header is of the step's configuration, and may be a secret. */
const keptHeaders = new Set([
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'traceparent',
]);

const kept = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, keptHeaders.has(name) ? value : redacted]),
  );

/** A receiver may say again what it was sent: in its answer, and in the words that the job shows. */
function hiderOf(headers: Record<string, string>) {
  const secrets = secretsIn(
    Object.entries(headers).flatMap(([name, value]) => (keptHeaders.has(name) ? [] : value)),
  );
  return (text: string) => withoutSecrets(text, secrets);
}

const hidden = (answer: WebhookAnswer, hide: (text: string) => string): WebhookAnswer =>
  answer.kind === 'answered'
    ? { ...answer, body: hide(answer.body) }
    : { ...answer, detail: hide(answer.detail) };
