'use server';

import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { textOfDocument } from '#console/_editor/document-fields.ts';
import { longestText, type SaveResult, withDocument } from '#console/_editor/typed-document.ts';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { changeDocument } from '#lib/invoices/change-document.ts';
import { versionOf } from '#lib/silo/change-entry.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';

const Changed = z.strictObject({
  id: z.uuid(),
  text: z.string().max(longestText),
  /** Version that the text is based on. */
  base: z.string().min(1).max(64),
});

export const saveEntry = consoleAction(Changed, async ({ ctx }, { id, text, base }) => {
  const { folder } = await fetchEntry(ctx, id);
  return withDocument(text, async (data): Promise<SaveResult> => {
    try {
      await changeDocument(ctx, id, { data, version: base, mode: 'replace' });
      return { kind: 'saved', id };
    } catch (error) {
      if (!(error instanceof AltaError) || error.code !== 'changed-meanwhile') throw error;
      return resultOfConflict(ctx, id, textOfDocument(await buildForIssuer(ctx, data, folder)));
    }
  });
});

/**
 * Result of a save that found another version: saved if its text is the same, as after a repeated request;
 * otherwise a conflict.
 */
async function resultOfConflict(ctx: Context, id: string, mine: string): Promise<SaveResult> {
  const stored = await fetchEntry(ctx, id);
  const text = textOfDocument(stored.doc);
  if (text === mine) return { kind: 'saved', id };
  return { kind: 'changed-meanwhile', theirs: { text, base: versionOf(stored) } };
}
