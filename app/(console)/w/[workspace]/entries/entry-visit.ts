import 'server-only';

import { notFound } from 'next/navigation';
import { cache } from 'react';
import { z } from 'zod';
import { requireMember, type Visit } from '#console/_session.ts';
import { AltaError } from '#lib/errors.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';

export interface EntryVisit extends Visit {
  entry: EntryRow;
}

/** What the layout and the page below it ask for, once for each request. */
export const requireEntry = cache(async (workspaceSlug: string, id: string): Promise<EntryVisit> => {
  const visit = await requireMember(workspaceSlug);
  if (!z.uuid().safeParse(id).success) notFound();
  const entry = await fetchEntry(visit.ctx, id.toLowerCase()).catch((error: unknown) => {
    if (error instanceof AltaError && error.key === 'not-found') return undefined;
    throw error;
  });
  return entry ? { ...visit, entry } : notFound();
});
