'use server';

import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { longestText, type SaveResult, withDocument } from '#console/_editor/typed-document.ts';
import { folderNames } from '#lib/documents/envelope.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { createEntry } from '#lib/silo/entries.ts';

const NewEntry = z.strictObject({
  id: z.uuid(),
  folder: z.enum(folderNames),
  text: z.string().max(longestText),
});

export const createFromText = consoleAction(NewEntry, async ({ ctx }, { id, folder, text }) =>
  withDocument(text, async (data): Promise<SaveResult> => {
    await learnIssuerStatus(ctx, data);
    const entry = await createEntry(ctx, { data, folder }, id);
    return { kind: 'saved', id: entry.id };
  }),
);
