'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { appIds, connectApp, disconnectApp } from '#lib/accounts/apps.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';

const Known = z.strictObject({ id: z.enum(appIds) });

export const connect = consoleAction(Known, async ({ ctx }, { id }) => {
  await connectApp(ctx, id);
  refresh();
});

export const disconnect = consoleAction(Known, async ({ ctx }, { id }) => {
  await disconnectApp(ctx, id);
  refresh();
});

export const saveSettings = consoleAction(AppChange, async ({ ctx }, change) => {
  await changeAppSettings(ctx, 'gov-ar', change);
  refresh();
});
