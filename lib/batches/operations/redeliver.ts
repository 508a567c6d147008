import { z } from 'zod';
import { redeliver as redeliverOne } from '#lib/webhooks/redelivery.ts';
import { defineOperation } from '../operation.ts';

export const redeliver = defineOperation({
  needs: 'webhooks:write',
  scope: 'transform:write',
  row: z.strictObject({ delivery_id: z.uuid('must be the UUID of a delivery').toLowerCase() }),
  run: async (ctx, { delivery_id: deliveryId }) => (await redeliverOne(ctx, deliveryId)).id,
});
