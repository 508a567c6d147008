'use server';

import { z } from 'zod';
import { buildDocument } from '#lib/documents/build.ts';
import { folderNames } from '#lib/documents/folders.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { consoleAction } from '../../../_action.ts';
import type { SaveOutcome } from '../../../_documents/outcome.ts';
import { longestText, withDocument } from '../../../_documents/typed-document.ts';

const NewEntry = z.strictObject({
  id: z.uuid(),
  folder: z.enum(folderNames),
  text: z.string().max(longestText),
});

/** Builds what it stores: what was typed need not have been built before. */
export const createFromText = consoleAction(NewEntry, async ({ ctx }, { id, folder, text }) =>
  withDocument(text, async (data): Promise<SaveOutcome> => {
    const built = buildDocument(data, folder);
    const entry = await createEntry(ctx, { data: built, folder }, id);
    return { kind: 'saved', id: entry.id };
  }),
);
