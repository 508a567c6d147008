import 'server-only';

import { cache } from 'react';
import { foundBy, requireMember, type Visit } from '#console/_session.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';

export interface EntryVisit extends Visit {
  entry: EntryRow;
}

/** What the layout and the page below it ask for, once for each request. */
export const requireEntry = cache(async (workspaceSlug: string, id: string): Promise<EntryVisit> => {
  const visit = await requireMember(workspaceSlug);
  return { ...visit, entry: await foundBy(id, (uuid) => fetchEntry(visit.ctx, uuid)) };
});
