'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { redeliver, redeliverDead } from '#lib/webhooks/deliveries.ts';

export const sendAgain = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  await redeliver(ctx, id);
  refresh();
});

export const sendDeadAgain = consoleAction(
  z.strictObject({
    since: z.date().min(new Date(0)).max(new Date('9999-12-31')),
    endpointId: z.uuid().optional(),
  }),
  async ({ ctx }, input) => {
    const count = await redeliverDead(ctx, input);
    refresh();
    return { count };
  },
);
