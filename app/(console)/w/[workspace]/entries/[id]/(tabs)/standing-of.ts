import 'server-only';

import { cache } from 'react';
import type { Context } from '#lib/context.ts';
import { registrationOf, type Standing } from '#lib/registrations/standing.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** Where a supplier stands in its registration, once for each request; undefined before there is one. */
export const standingOf = cache(
  async (ctx: Context, { id, folder }: EntryRow): Promise<Standing | undefined> =>
    folder === 'suppliers' ? registrationOf(ctx, id) : undefined,
);
