'use server';

import { setTimeout } from 'node:timers/promises';
import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction, requireStepUp } from '#console/_action.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { isPermitted } from '#lib/roles.ts';
import { type DeliveryRow, listAttempts } from '#lib/webhooks/deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  EndpointInput,
  fetchEndpoint,
  removeEndpoint,
  sendTest,
} from '#lib/webhooks/endpoints.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
import { createEndpointSecret } from '#lib/webhooks/secrets.ts';

const id = z.uuid();

/**
 * Creates the endpoint with its own secret if the caller may write secrets. The secret is returned only here.
 */
export const addEndpoint = consoleAction(
  EndpointInput,
  afterRecentLogin(async ({ ctx }, input) => {
    const created: { secret?: string } = await inTransaction(ctx, async (tx) => {
      const txCtx = { ...ctx, tx };
      const { id: endpointId } = await createEndpoint(txCtx, input);
      return isPermitted(ctx, 'webhook-secrets:write') ? createEndpointSecret(txCtx, endpointId) : {};
    });
    refresh();
    return { secret: created.secret };
  }),
);

export const testEndpoint = consoleAction(
  z.strictObject({ id, event: z.enum(lifecycleEvents) }),
  async ({ ctx }, input) => {
    const delivery = await sendTest(ctx, input.id, input.event);
    const answer = await answerTo(ctx, delivery);
    refresh();
    return { deliveryId: delivery.id, answer };
  },
);

/** Result of the delivery's first attempt; undefined if there is none within a few seconds. */
async function answerTo(ctx: Context, delivery: DeliveryRow) {
  for (let pause = 0; pause < mostPauses; pause += 1) {
    await setTimeout(pauseMs);
    const [attempt] = await listAttempts(ctx, delivery);
    if (attempt) {
      const { status, failure, durationMs } = attempt;
      return { status, failure, durationMs };
    }
  }
  return undefined;
}
const pauseMs = 200;
const mostPauses = 15;

/**
 * Changing the address requires a recent login, because all events then go there, signed with the trusted
 * secret.
 */
export const editEndpoint = consoleAction(
  EndpointInput.extend({ id }),
  async ({ ctx }, { id, ...change }) => {
    if ((await fetchEndpoint(ctx, id)).url !== change.url) await requireStepUp();
    await changeEndpoint(ctx, id, change);
    refresh();
    return {};
  },
);

export const switchEndpoint = consoleAction(
  z.strictObject({ id, disabled: z.boolean() }),
  async ({ ctx }, { id, disabled }) => {
    await changeEndpoint(ctx, id, { disabled });
    refresh();
  },
);

export const dropEndpoint = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await removeEndpoint(ctx, id);
  refresh();
});
