'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { NewSavedView, removeView, saveView } from '#lib/accounts/saved-views.ts';

export const save = consoleAction(NewSavedView, async ({ ctx }, view) => {
  await saveView(ctx, view);
  refresh();
});

const OfView = z.strictObject({ id: z.uuid().toLowerCase() });

export const remove = consoleAction(OfView, async ({ ctx }, { id }) => {
  await removeView(ctx, id);
  refresh();
});
