'use server';

import { refresh } from 'next/cache';
import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { chooseDigest, markTroublesSeen } from '#lib/notices.ts';

export const markSeen = consoleAction(z.strictObject({}), async ({ ctx }) => {
  await markTroublesSeen(ctx);
  refresh();
});

/** Turns the digest on or off. It is sent in the current language of the page. */
export const setDigest = consoleAction(
  z.strictObject({ wanted: z.boolean() }),
  async ({ ctx }, { wanted }) => {
    await chooseDigest(ctx, wanted ? await getLocale() : null);
    refresh();
  },
);
