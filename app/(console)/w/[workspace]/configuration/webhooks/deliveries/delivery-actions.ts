'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { RedeliveryInput, redeliver, redeliverDead } from '#lib/webhooks/deliveries.ts';

export const sendAgain = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  await redeliver(ctx, id);
  refresh();
});

export const sendDeadAgain = consoleAction(RedeliveryInput, async ({ ctx }, input) => {
  const count = await redeliverDead(ctx, input);
  refresh();
  return { count };
});
