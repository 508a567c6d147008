import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { reader } from '#lib/context.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { singleLine } from '#lib/documents/validation.ts';
import type { FaultParams } from '#lib/errors.ts';
import { WebhookUrl } from '#lib/webhooks/endpoints.ts';
import { sendWebhook } from '#lib/webhooks/outbox.ts';
import { redeliver } from '#lib/webhooks/redelivery.ts';
import { defineProvider, type Outcome, type Task } from '../provider.ts';

const Token = z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'must be printable ASCII without spaces');

/** Set by the delivery itself, or by the connection. */
const reserved =
  /^(webhook-.*|content-.*|transfer-encoding|connection|host|user-agent|authorization|te|upgrade)$/;

const HeaderName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header')
  .refine((name) => !reserved.test(name), 'is set by Alta itself');

const Config = z.strictObject({
  url: WebhookUrl,
  event: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(...singleLine)
    .optional(),
  bearer_token: Token.optional(),
  headers: z
    .record(HeaderName, z.string().regex(/^[\x20-\x7e]{0,4096}$/, 'must be printable ASCII'))
    .refine((headers) => Object.keys(headers).length <= 20, 'must be 20 headers at the most')
    .optional(),
  /** What the job goes on after; `attempted` unless told. */
  wait: z.enum(['attempted', 'delivered'], { error: 'must be attempted or delivered' }).optional(),
});

const deliveryWaitDays = 30;

/**
 * Sends a message to a receiver, and goes on after the first attempt: it is tried again without the job, since a
 * receiver that is down says nothing about a supplier. With `wait: delivered` its delivery decides.
 */
export const webhook = defineProvider({
  id: 'webhook',
  title: 'Send webhook',
  config: Config,
  secrets: { names: ['bearer_token', 'headers'], target: 'url' },
  destinations: ['url'],
  role: 'tells',
  skippable: true,
  async retry(tx, ctx, ref) {
    await redeliver({ ...ctx, tx }, ref);
  },
  async run(task) {
    return async (tx): Promise<Outcome> => {
      const [delivery] = await reader({ ...task.ctx, tx })
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.intentId, task.intentId));
      if (!delivery) {
        const { ctx, intentId, job, entry, config } = task;
        const ref = await sendWebhook(tx, ctx, {
          event: config.event,
          url: config.url,
          headers: headersOf(config),
          intentId,
          about: { entryId: entry.id, job, faults: job.faults, remarks: entry.remarks },
        });
        return { status: 'QUEUED', ref, code: 'awaiting-receiver', until: lastCall(task) };
      }
      return task.config.wait === 'delivered' ? whenDelivered(delivery, task) : whenAttempted(delivery, task);
    };
  },
});

/** Only a floor: the delivery wakes the job after each attempt. */
const lastCall = ({ begunAt }: Pick<Task, 'begunAt'>) =>
  new Date(begunAt.getTime() + deliveryWaitDays * 86_400_000);

type Delivery = typeof webhookDeliveries.$inferSelect;

function whenAttempted(delivery: Delivery, task: Pick<Task, 'begunAt'>): Outcome {
  const { status, attempts } = delivery;
  const params = answerOf(delivery);
  if (status === 'delivered') return { status: 'OK', code: 'delivered', params };
  if (attempts === 0 && status === 'pending') return untried(delivery, task);
  return { status: 'OK', code: status === 'pending' ? 'not-delivered-yet' : 'not-delivered', params };
}

const untried = ({ id: ref, nextAttemptAt }: Delivery, task: Pick<Task, 'begunAt'>): Outcome => ({
  status: 'QUEUED',
  ref,
  code: 'awaiting-receiver',
  until: nextAttemptAt ?? lastCall(task),
});

function whenDelivered(delivery: Delivery, task: Pick<Task, 'begunAt'>): Outcome {
  const answer = answerOf(delivery);
  switch (delivery.status) {
    case 'delivered':
      return { status: 'OK', code: 'delivered', params: answer };
    case 'dead':
    case 'cancelled': {
      const params = { why: 'given-up', ...answer, attempts: delivery.attempts };
      return { status: 'KO', fault: { provider: 'webhook', code: 'not-delivered', params } };
    }
    case 'pending': {
      const until = delivery.nextAttemptAt ?? lastCall(task);
      if (delivery.attempts === 0) return untried(delivery, task);
      const params = { why: 'attempt', ...answer, attempt: delivery.attempts };
      return { status: 'ERR', ref: delivery.id, code: 'not-delivered', params, until };
    }
  }
}

/** What came back last; of a delivery that an earlier release tried, only the log tells. */
const answerOf = ({ lastAnswer }: Delivery): FaultParams => ({ ...(lastAnswer ?? { answer: 'unknown' }) });

function headersOf({ bearer_token, headers }: z.infer<typeof Config>): Record<string, string> {
  return { ...headers, ...(bearer_token ? { authorization: `Bearer ${bearer_token}` } : {}) };
}
