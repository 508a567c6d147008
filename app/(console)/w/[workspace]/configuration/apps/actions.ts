'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { appIds, connectApp, disconnectApp } from '#lib/accounts/apps.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';
import { listCandidates } from '#lib/registrations/delegation.ts';
import { checkDelegate } from '#lib/registrations/delegation-readiness.ts';

const Known = z.strictObject({ id: z.enum(appIds) });

export const connect = consoleAction(Known, async ({ ctx }, { id }) => {
  await connectApp(ctx, id);
  refresh();
});

export const disconnect = consoleAction(
  Known,
  afterRecentLogin(async ({ ctx }, { id }) => {
    await disconnectApp(ctx, id);
    refresh();
  }),
);

export const saveSettings = consoleAction(
  AppChange,
  afterRecentLogin(async ({ ctx }, change) => {
    await changeAppSettings(ctx, 'gov-ar', change);
    refresh();
  }),
);

export const findCandidates = consoleAction(z.strictObject({ q: z.string().max(200) }), ({ ctx }, { q }) =>
  listCandidates(ctx, { q: q.trim() }),
);

export const checkServices = consoleAction(z.strictObject({}), async ({ ctx }) => {
  await limit('proof', ctx.workspace.id);
  const { askAgainAt } = await checkDelegate(ctx);
  refresh();
  return { askAgainAt };
});
