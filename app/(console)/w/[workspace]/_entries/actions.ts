'use server';

import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { longestText, type SaveResult, withDocument } from '#console/_editor/typed-document.ts';
import { runFactsOf } from '#console/w/[workspace]/entries/[id]/(tabs)/run-facts.ts';
import { folderNames } from '#lib/documents/envelope.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { requirePermission } from '#lib/roles.ts';
import { createEntry, fetchEntry } from '#lib/silo/entries.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';

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

/** `id`: the stored entry that is being edited, because its faults matter to a new attempt. */
const Described = z.strictObject({ id: z.uuid().optional(), text: z.string().max(longestText) });

/** Describes what authorizing the typed invoice would send, and what speaks against it. Stores nothing. */
export const describeInvoice = consoleAction(Described, async ({ ctx }, { id, text }) =>
  withDocument(text, async (data) => {
    requirePermission(ctx, 'jobs:write');
    const { faults, stamps } = id ? await fetchEntry(ctx, id) : { faults: [], stamps: [] };
    const doc = await buildForIssuer(ctx, data, 'invoices');
    return {
      kind: 'described' as const,
      about: await runFactsOf(ctx, { id, folder: 'invoices', doc, faults, stamps }),
    };
  }),
);
