'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { differentLabels } from '#lib/rehearsal/record.ts';
import {
  advanceRehearsal,
  fetchRehearsal,
  RehearsalInput,
  RehearsalStart,
  startRehearsal,
} from '#lib/rehearsal/rehearsal.ts';

export const start = consoleAction(
  RehearsalStart,
  afterRecentLogin(async ({ ctx }, input) => {
    await startRehearsal(ctx, input);
    refresh();
    return {};
  }),
);

/** Does the current step. In live the fourth issues a real invoice. */
export const proceed = consoleAction(
  z.strictObject({ id: z.uuid(), input: RehearsalInput }),
  afterRecentLogin(async ({ ctx }, { id, input }) => {
    await advanceRehearsal(ctx, id, input);
    refresh();
    return {};
  }),
);

/** Makes the wizard of this workspace quote the portal as the person saw it. */
export const quoteLabels = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  const { record } = await fetchRehearsal(ctx, id);
  await changeAppSettings(ctx, 'gov-ar', { portalLabels: record ? differentLabels(record) : {} });
  return {};
});
