'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { changeEndpoint, createEndpoint, EndpointInput, removeEndpoint } from '#lib/webhooks/endpoints.ts';

const id = z.uuid();

export const addEndpoint = consoleAction(EndpointInput, async ({ ctx }, input) => {
  await createEndpoint(ctx, input);
  refresh();
});

export const editEndpoint = consoleAction(
  EndpointInput.extend({ id }),
  async ({ ctx }, { id, ...change }) => {
    await changeEndpoint(ctx, id, change);
    refresh();
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
