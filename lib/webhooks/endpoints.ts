import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit, changesOf } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission, reader, type Workspace } from '#lib/context.ts';
import { webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { coded, plainText, required } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { afterCursor, inOrder, type TimedPageQuery } from '#lib/paging.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { requirePermission } from '#lib/roles.ts';
import { type AddressFault, addressFault } from './address-guard.ts';
import { type DeliveryRow, endPending, fetchDelivery } from './deliveries.ts';
import { eventNames, type LifecycleEvent } from './events.ts';
import { sampleSubject } from './messages.ts';
import { inboxUrl, payloadOf, sendToEndpoint } from './outbox.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** URL of a webhook receiver. Its addresses are checked again at each attempt, when its name is resolved. */
export const WebhookUrl = urlSchema((url) => addressFault(url));

/** A WebhookUrl, or the placeholder of an inbox endpoint. */
const EndpointUrl = urlSchema((url) => (url === inboxUrl ? undefined : addressFault(url)));

function urlSchema(faultOf: (url: string) => AddressFault | undefined) {
  return z.string(required('is required: an https address')).superRefine((url, check) => {
    const fault = faultOf(url);
    if (!fault) return;
    const { why, message } = fault;
    check.addIssue({ code: 'custom', message, params: coded('address-refused', { why }) });
  });
}

export const EndpointInput = z.strictObject({
  url: EndpointUrl.describe(
    `A public https address; or \`${inboxUrl}\`: messages are not sent, but can be read in the deliveries.`,
  ),
  description: z
    .string()
    .trim()
    .max(500)
    .refine(...plainText)
    .default(''),
  events: z
    .array(z.enum(eventNames, { error: `must be one of ${eventNames.join(', ')}` }))
    .min(1, 'must have at least one event, or * for all')
    .max(eventNames.length)
    .transform((events) => [...new Set(events)])
    .describe('Events to send; `*` is all.'),
});
export type EndpointInput = z.infer<typeof EndpointInput>;

export const EndpointChange = EndpointInput.partial().extend({
  description: z
    .string()
    .trim()
    .max(500)
    .refine(...plainText)
    .optional(),
  disabled: z.boolean().optional().describe('`true` stops sending; `false` resumes it.'),
});
export type EndpointChange = z.infer<typeof EndpointChange>;

/** @throws AltaError `conflict` `too-many-endpoints` */
export async function createEndpoint(ctx: Context, input: EndpointInput): Promise<EndpointRow> {
  requirePermission(ctx, 'webhooks:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'webhooks:write');
    await refuseOverQuota(tx, ctx, 'endpoints');
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ id: uuidv7(), workspaceId: ctx.workspace.id, ...input })
      .returning();
    if (!row) throw new Error('The endpoint was not stored.');
    await audit(tx, ctx, 'webhook-endpoint.created', { kind: 'webhook-endpoint', id: row.id });
    return row;
  });
}

/** @throws AltaError `not-found`, also for an endpoint of another workspace. */
export async function fetchEndpoint(ctx: Context, id: string): Promise<EndpointRow> {
  requirePermission(ctx, 'webhooks:read');
  const [row] = await reader(ctx).select().from(webhookEndpoints).where(endpointInWorkspace(ctx, id));
  if (!row) throw notFound('The webhook endpoint');
  return row;
}

export async function listEndpoints(
  ctx: Context,
  query: Pick<TimedPageQuery, 'limit' | 'cursor' | 'ascending'>,
): Promise<EndpointRow[]> {
  requirePermission(ctx, 'webhooks:read');
  return reader(ctx)
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.workspaceId, ctx.workspace.id),
        afterCursor(webhookEndpoints, query.cursor, query),
      ),
    )
    .orderBy(...inOrder(webhookEndpoints, query))
    .limit(query.limit + 1);
}

/**
 * Changes an endpoint. Pending deliveries keep their URL. `disabled: false` also re-enables an endpoint that
 * was disabled because its receiver was gone (410).
 */
export async function changeEndpoint(
  ctx: Context,
  id: string,
  { disabled, ...change }: EndpointChange,
  now = new Date(),
): Promise<EndpointRow> {
  requirePermission(ctx, 'webhooks:write');
  const switched =
    disabled === undefined
      ? {}
      : disabled
        ? ({ disabledAt: now, disabledReason: 'operator' } as const)
        : { disabledAt: null, disabledReason: null };
  const changed = { ...change, ...switched };
  if (Object.keys(changed).length === 0) throw new AltaError('validation', 'The body has no change.');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'webhooks:write');
    const [before] = await tx
      .select()
      .from(webhookEndpoints)
      .where(endpointInWorkspace(ctx, id))
      .for('update');
    if (!before) throw notFound('The webhook endpoint');
    const [row] = await tx
      .update(webhookEndpoints)
      .set(changed)
      .where(endpointInWorkspace(ctx, id))
      .returning();
    if (!row) throw notFound('The webhook endpoint');
    await audit(
      tx,
      ctx,
      'webhook-endpoint.changed',
      { kind: 'webhook-endpoint', id },
      { fields: Object.keys(changed), changes: changesOf(loggable(before), loggable(row)) },
    );
    return row;
  });
}

/** The endpoint as the log shows it: only the host of its address, because the path may contain a secret. */
const loggable = ({ url, description, events, disabledAt }: EndpointRow) => ({
  url: URL.parse(url)?.host ?? url,
  description,
  events: events.join(', '),
  disabled: disabledAt !== null,
});

/** Removes an endpoint. Its deliveries stay in the log; pending ones are cancelled. */
export async function removeEndpoint(ctx: Context, id: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'webhooks:write');
  await inTransaction(ctx, async (tx) => {
    // Locks the endpoint, so that a message being published to it is stored first and then cancelled with the
    // others.
    const [row] = await tx.select().from(webhookEndpoints).where(endpointInWorkspace(ctx, id)).for('update');
    if (!row) throw notFound('The webhook endpoint');
    const end = { status: 'cancelled', lastAnswer: { answer: 'endpoint-removed' } } as const;
    await endPending(tx, { endpoint: id }, end, now);
    await tx.delete(webhookEndpoints).where(endpointInWorkspace(ctx, id));
    await audit(tx, ctx, 'webhook-endpoint.removed', { kind: 'webhook-endpoint', id });
  });
}

const endpointInWorkspace = (ctx: Context, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.workspaceId, ctx.workspace.id));

/** Body of a test message: a message of `event` with made-up ids, marked `test`. */
export const samplePayload = (id: string, workspace: Pick<Workspace, 'id'>, event: LifecycleEvent) => ({
  ...payloadOf(id, workspace, event, sampleSubject(event)),
  test: true,
});

/**
 * Sends an endpoint a sample of an event, even one that it does not subscribe to. It is delivered like any
 * other message: signed, retried, logged.
 * @throws AltaError `not-found`; `conflict` `endpoint-disabled`
 */
export async function sendTest(
  ctx: Context,
  endpointId: string,
  event: LifecycleEvent,
): Promise<DeliveryRow> {
  requirePermission(ctx, 'webhooks:write');
  return inTransaction(ctx, async (tx) => {
    const endpoint = await fetchEndpoint({ ...ctx, tx }, endpointId);
    if (endpoint.disabledAt) {
      throw new AltaError('conflict', 'The endpoint is disabled: enable it first.', {
        code: 'endpoint-disabled',
      });
    }
    const id = await sendToEndpoint(tx, ctx, endpoint, {
      event,
      bodyOf: (messageId) => samplePayload(messageId, ctx.workspace, event),
    });
    await audit(tx, ctx, 'webhook.tested', { kind: 'webhook-delivery', id }, { event });
    return fetchDelivery({ ...ctx, tx }, id);
  });
}
