import 'server-only';

import { cache } from 'react';
import type { Context } from '#lib/context.ts';
import { lastSubmission, type Submission } from '#lib/invoices/submissions.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** An invoice's way to the authority, once for each request; undefined before it was sent, and of what is none. */
export const submissionOf = cache(
  async (ctx: Context, { id, folder }: EntryRow): Promise<Submission | undefined> =>
    folder === 'invoices' ? lastSubmission(ctx, id) : undefined,
);

/** Why an invoice can not be changed any more, as `changeDocument` says it. */
export function lockedBy(submission: Submission | undefined): 'already-issued' | 'being-issued' | undefined {
  if (submission?.status === 'authorised') return 'already-issued';
  return submission?.status === 'queued' || submission?.status === 'sending' ? 'being-issued' : undefined;
}
