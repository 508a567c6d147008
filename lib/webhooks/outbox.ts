import { and, asc, inArray, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Context, Workspace } from '#lib/context.ts';
import { batchLoader } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { webhookDeliveries, webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { englishFault, type StoredFault } from '#lib/faults.ts';
import { enqueue, type Lane, laneOf } from '#lib/queue.ts';
import { currentTrace } from '#lib/tracing/tracing.ts';
import { seal } from '#lib/vault.ts';
import { everyEvent, type LifecycleEvent } from './events.ts';
import type { EventData } from './messages.ts';

/** Stores a delivery to each URL that subscribes to `event`, in the caller's transaction. */
export const publishEvent = <Event extends LifecycleEvent>(
  tx: Transaction,
  ctx: Context,
  event: Event,
  about: SubjectOf<NoInfer<Event>>,
): Promise<void> => publishEvents(tx, ctx, event, [about]);

/** Publishes the same event about several subjects. */
export async function publishEvents<Event extends LifecycleEvent>(
  tx: Transaction,
  ctx: Context,
  event: Event,
  abouts: SubjectOf<NoInfer<Event>>[],
): Promise<void> {
  if (abouts.length === 0) return;
  const subscribed = await subscribedTo(tx, { workspaceId: ctx.workspace.id, event });
  const notified = new Set<string>();
  const receivers = subscribed.filter(({ url }) => !notified.has(url) && notified.add(url));
  const messages = abouts.flatMap((about) =>
    receivers.map(({ id: endpointId, url }) => ({ event, url, about, endpointId })),
  );
  await send(tx, ctx.workspace, messages);
}

interface Subscription {
  workspaceId: string;
  event: LifecycleEvent;
}

/** Returns the endpoints of each subscription, oldest first. */
const subscribedTo = batchLoader(async (tx: Transaction, asked: readonly Subscription[]) => {
  const workspaceIds = [...new Set(asked.map(({ workspaceId }) => workspaceId))];
  const { id, url, workspaceId, events, disabledAt, createdAt } = webhookEndpoints;
  const rows = await tx
    .select({ id, url, workspaceId, events })
    .from(webhookEndpoints)
    .where(and(inArray(workspaceId, workspaceIds), isNull(disabledAt)))
    .orderBy(asc(createdAt))
    // Prevents the removal of an endpoint before this commits: the insert would fail on its foreign key.
    .for('key share');
  return asked.map((one) =>
    rows.filter(
      (row) =>
        row.workspaceId === one.workspaceId &&
        (row.events.includes(one.event) || row.events.includes(everyEvent)),
    ),
  );
});

/** Stores a job step's message. `headers` may contain secrets, so they are sealed, as is `secret`. @returns the delivery's id */
export async function sendWebhook(
  tx: Transaction,
  ctx: Context,
  message: Message & { intentId: string },
): Promise<string> {
  const [id] = await send(tx, ctx.workspace, [message]);
  if (!id) throw new Error('The message was not stored.');
  return id;
}

/** Stores a message to one endpoint, with the body of `bodyOf`. @returns the delivery's id */
export async function sendToEndpoint(
  tx: Transaction,
  ctx: Context,
  { id: endpointId, url }: { id: string; url: string },
  { event, bodyOf }: { event: LifecycleEvent; bodyOf: (id: string) => object },
): Promise<string> {
  const [id] = await send(tx, ctx.workspace, [{ event, url, about: {}, endpointId, bodyOf }]);
  if (!id) throw new Error('The message was not stored.');
  return id;
}

interface Message {
  event: string | undefined;
  url: string;
  about: Subject;
  headers?: Record<string, string>;
  /** Signs the message instead of the workspace's secrets: `whsec_…`. */
  secret?: string | undefined;
  endpointId?: string;
  intentId?: string;
  /** Replaces the body made from `about`. */
  bodyOf?: (id: string) => object;
}

async function send(tx: Transaction, workspace: Workspace, messages: Message[]): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = messages.map(({ event, url, about, headers = {}, secret, endpointId, intentId, bodyOf }) => {
    const id = uuidv7();
    const hasHeaders = Object.keys(headers).length > 0;
    return {
      id,
      workspaceId: workspace.id,
      endpointId,
      intentId,
      jobId: about.job?.id,
      entryId: about.entryId,
      event,
      url,
      headersSealed: hasHeaders ? seal(JSON.stringify(headers), placeOfHeaders(workspace, id)) : null,
      secretSealed: secret === undefined ? null : seal(secret, placeOfSecret(workspace, id)),
      traceparent: currentTrace(),
      ...(url === inboxUrl ? ({ status: 'delivered', completedAt: new Date() } as const) : {}),
      body: JSON.stringify(bodyOf?.(id) ?? payloadOf(id, workspace, event, about)),
    };
  });
  await Promise.all(rows.map((row) => store(tx, row)));
  await Promise.all(
    rows
      .filter(({ url }) => url !== inboxUrl)
      .map(({ id, url }) =>
        enqueue(tx, laneOfReceiver(workspace, url), 'webhook-deliver', { deliveryId: id }),
      ),
  );
  return rows.map(({ id }) => id);
}

const store = batchLoader(
  async (tx: Transaction, rows: readonly (typeof webhookDeliveries.$inferInsert)[]) => {
    await tx.insert(webhookDeliveries).values([...rows]);
    return rows.map(() => undefined);
  },
);

/** Returns the queue lane of a receiver: a receiver that hangs delays only its own messages. */
export const laneOfReceiver = (workspace: Pick<Workspace, 'id' | 'environment'>, url: string): Lane => ({
  ...laneOf(workspace),
  host: new URL(url).host,
});

export const placeOfHeaders = (workspace: Workspace, deliveryId: string) =>
  rowSealPlace(webhookDeliveries.headersSealed, workspace, deliveryId);

export const placeOfSecret = (workspace: Workspace, deliveryId: string) =>
  rowSealPlace(webhookDeliveries.secretSealed, workspace, deliveryId);

/**
 * Placeholder for an endpoint's URL: messages are stored for reading and not sent. `alta webhooks listen`
 * fetches them to a developer's machine, which cannot be reached from here.
 */
export const inboxUrl = 'alta:kept';

/** Subject of a message: ids and reasons, never a link or a key. */
export interface Subject {
  entryId?: string | undefined;
  job?: { id: string; key: string | null; args: Record<string, string> } | undefined;
  faults?: StoredFault[] | undefined;
  /** Remarks on the entry's invoice. */
  remarks?: StoredFault[] | undefined;
  data?: object | undefined;
}

/** The subject of an event, with the event's own `data`. */
export type SubjectOf<Event extends LifecycleEvent> = Omit<Subject, 'data'> &
  (EventData<Event> extends undefined ? { data?: undefined } : { data: EventData<Event> });

/**
 * Builds the body of a webhook, as lib/webhooks/messages.ts describes it. The entry's id has both spellings: the
 * documented one, and the one that existing clients of this field expect.
 */
export const payloadOf = (
  id: string,
  workspace: Pick<Workspace, 'id'>,
  event: string | undefined,
  about: Subject,
  createdAt = new Date(),
) => ({
  id,
  ...(event ? { event } : {}),
  created_at: createdAt.toISOString(),
  owner_id: workspace.id,
  ...(about.entryId ? { siloEntryId: about.entryId, silo_entry_id: about.entryId } : {}),
  ...(about.job ? { transform_job_id: about.job.id } : {}),
  ...(about.job?.key ? { key: about.job.key } : {}),
  args: about.job?.args ?? {},
  faults: (about.faults ?? []).map(englishFault),
  ...(about.remarks?.length ? { remarks: about.remarks.map(englishFault) } : {}),
  ...(about.data ? { data: about.data } : {}),
});
