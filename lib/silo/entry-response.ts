import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import { Digest, Envelope, envelop, envelopeSchema } from '#lib/documents/envelope.ts';
import { Fault } from '#lib/errors.ts';
import { faultResponse } from '#lib/faults/words.ts';
import { Instant } from '#lib/instant.ts';
import { versionOf } from './change-entry.ts';
import type { EntryRow, ListedEntry } from './entries.ts';
import { FileResponse, fileResponse } from './file-response.ts';
import { listFiles } from './files.ts';
import { EntryMeta, listMeta } from './meta.ts';
import { entryStateKeys } from './states.ts';

/** An entry in a list. */
export const EntryInList = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    key: z.string().optional().describe("The client's own, unique in the workspace."),
    folder: z.string().describe('`suppliers`, `customers` or `invoices`.'),
    state: z.enum(entryStateKeys).describe('`empty` when it has none.'),
    faults: z.array(Fault).optional().describe('Of the job that set the state.'),
    env_schema: z.string().describe('The `$schema` of the envelope.'),
    doc_schema: z.string().describe('The `$schema` of the document.'),
    digest: Digest.describe('Of the document.'),
    version: z
      .string()
      .describe("Of the document's content. Sent back with a change, it says what the change was made from."),
    snippet: z.record(z.string(), z.string()).describe('What a list shows of the document.'),
  })
  .meta({ id: 'EntryInList' });
export type EntryInList = z.infer<typeof EntryInList>;

/** One with its document and all that came to it. */
export const WholeEntry = EntryInList.extend({
  data: Envelope,
  meta: z.array(EntryMeta).describe('What apps keep with it, such as the link of the registration.'),
  attachments: z.array(FileResponse).describe('Its files.'),
}).meta({ id: 'Entry' });
export type WholeEntry = z.infer<typeof WholeEntry>;

export function entryInList(row: ListedEntry): EntryInList {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(row.key ? { key: row.key } : {}),
    folder: row.folder,
    state: row.state ?? 'empty',
    ...(row.faults.length ? { faults: row.faults.map(faultResponse) } : {}),
    env_schema: envelopeSchema,
    doc_schema: row.docSchema,
    digest: { alg: 'sha256', val: row.digest },
    version: versionOf(row),
    snippet: row.snippet,
  };
}

/** An entry with all that came to it. */
export async function wholeEntry(ctx: Context, row: EntryRow): Promise<WholeEntry> {
  return {
    ...newEntry(row),
    meta: await listMeta(ctx, row.id),
    attachments: (await listFiles(ctx, row.id)).map(fileResponse),
  };
}

/** One that was made this instant, to which nothing can have come yet. */
export const newEntry = (row: EntryRow): WholeEntry => ({
  ...entryInList(row),
  data: envelopeOf(row),
  meta: [],
  attachments: [],
});

export const envelopeOf = (row: EntryRow): Envelope => envelop(row.id, row.doc, row.digest, row.stamps);
