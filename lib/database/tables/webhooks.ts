import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { WebhookEvent } from '#lib/webhooks/events.ts';
import type { ReceiverAnswer } from '#lib/webhooks/record-attempts.ts';
import { createdAt, id, instant, sealed, updatedAt } from './columns.ts';
import { workspaceId } from './references.ts';
import { entries } from './silo.ts';
import { intents, jobs } from './workflows.ts';

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    workspaceId: workspaceId(),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    events: jsonb('events').$type<WebhookEvent[]>().notNull(),
    disabledAt: instant('disabled_at'),
    /** `gone`: the receiver answered 410. */
    disabledReason: text('disabled_reason').$type<'gone' | 'operator'>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc(), table.id.desc())],
);

/**
 * Signing secrets of webhooks: those of the workspace, and those of endpoints that have their own. All of an
 * owner's secrets sign, each until it expires. At least one of a workspace has no expiry.
 */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    id: id(),
    workspaceId: workspaceId(),
    /** Null: a secret of the workspace, for endpoints without their own. */
    endpointId: uuid('endpoint_id').references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    secretSealed: sealed('secret_sealed').notNull(),
    expiresAt: instant('expires_at'),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId), index().on(table.endpointId)],
);

export type DeliveryStatus = 'pending' | 'delivered' | 'dead' | 'cancelled';

/**
 * The outbox: a message to one receiver, written in the transaction of its event. `id` is the `webhook-id` of
 * every attempt; `body` holds exactly the bytes that are signed.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    workspaceId: workspaceId(),
    /** The subscribed endpoint; null for the webhook step of a job. */
    endpointId: uuid('endpoint_id').references(() => webhookEndpoints.id, { onDelete: 'set null' }),
    /** The step that waits for the delivery. */
    intentId: uuid('intent_id').references(() => intents.id),
    jobId: uuid('job_id').references(() => jobs.id),
    entryId: uuid('entry_id').references(() => entries.id),
    event: text('event'),
    url: text('url').notNull(),
    /** Headers of the step's configuration, as sealed JSON: a bearer token is a secret. */
    headersSealed: sealed('headers_sealed'),
    /** Signing secret of the step's configuration, instead of the workspace's. */
    secretSealed: sealed('secret_sealed'),
    body: text('body').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull().default('pending'),
    /** Total number of attempts. */
    attempts: integer('attempts').notNull().default(0),
    /** Number of attempts that count towards the retry schedule; reset when the delivery is resent by hand. */
    scheduledAttempts: integer('scheduled_attempts').notNull().default(0),
    /** Number of attempts that the receiver postponed (`retry_in`). */
    postponements: integer('postponements').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** Set during an attempt. Until this time, no other process may start another attempt. */
    leaseUntil: instant('lease_until'),
    /** Outcome of the last attempt. */
    lastAnswer: jsonb('last_answer').$type<ReceiverAnswer>(),
    /** Outcome of the last attempt as prose, written by earlier releases. */
    lastOutcome: text('last_outcome'),
    completedAt: instant('completed_at'),
    /** Trace context of the event; the attempts continue it. */
    traceparent: text('traceparent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.workspaceId, table.createdAt.desc(), table.id.desc()),
    index().on(table.workspaceId, table.status, table.createdAt.desc(), table.id.desc()),
    uniqueIndex().on(table.intentId),
    index().on(table.jobId),
    index().on(table.entryId),
    index().on(table.endpointId, table.createdAt.desc()),
    index('deliveries_by_end').on(table.completedAt).where(sql`completed_at is not null`),
    index('deliveries_on_their_way').on(table.nextAttemptAt).where(sql`status = 'pending'`),
  ],
);

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id),
    index: integer('index').notNull(),
    at: instant('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** As sent, without secrets. */
    requestHeaders: jsonb('request_headers').$type<Record<string, string>>().notNull(),
    status: integer('status'),
    /** First 200 characters of the response, unless the request carried secret headers. */
    responseSealed: sealed('response_sealed'),
    failure: text('failure'),
    detail: text('detail'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.index] })],
);
