'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { createBatch, maxRows } from '#lib/batches/batches.ts';
import { countResendable, listResendable, redeliver, resendableStatuses } from '#lib/webhooks/redelivery.ts';
import { mostSuggested } from './query.ts';

export const sendAgain = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  await redeliver(ctx, id);
  refresh();
});

const instant = z.date().min(new Date(0)).max(new Date('9999-12-31'));
const ReplaySpan = z.strictObject({
  since: instant,
  until: instant.optional(),
  statuses: z.array(z.enum(resendableStatuses)).min(1),
  endpoints: z.array(z.uuid()).max(mostSuggested).optional(),
  event: z.string().max(200).optional(),
});

/** Number of matching deliveries, at most as many as one batch takes. */
export const countReplay = consoleAction(ReplaySpan, async ({ ctx }, span) => ({
  count: await countResendable(ctx, { ...span, limit: maxRows }),
}));

const Replay = ReplaySpan.extend({ key: z.uuid() });

/**
 * Starts a batch that resends the matching deliveries, up to the size of a batch. Returns no batch if there
 * are none.
 */
export const replay = consoleAction(Replay, async ({ ctx }, { key, ...span }) => {
  const ids = await listResendable(ctx, { ...span, limit: maxRows });
  if (ids.length === 0) return { batch: undefined };
  const rows = ids.map((id) => ({ key: id, data: { delivery_id: id } }));
  return { batch: (await createBatch(ctx, { operation: 'redeliver', key, rows })).id };
});
