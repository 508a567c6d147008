import type { Context } from '#lib/context.ts';
import { type Envelope, envelop, envelopeSchema } from '#lib/documents/envelope.ts';
import type { Fault } from '#lib/errors.ts';
import { versionOf } from './change-entry.ts';
import type { EntryRow } from './entries.ts';
import { type FileResponse, fileResponse } from './file-response.ts';
import { listFiles } from './files.ts';
import { type EntryMeta, listMeta } from './meta.ts';

/** An entry on the wire. `data`, `meta` and `attachments` only where one entry is asked for. */
export interface EntryResponse {
  id: string;
  created_at: string;
  updated_at: string;
  key?: string;
  folder: string;
  state: string;
  faults?: Fault[];
  env_schema: string;
  doc_schema: string;
  digest: { alg: 'sha256'; val: string };
  /** Of the document's content. Sent back with a change, it says what the change was made from. */
  version: string;
  snippet: Record<string, string>;
  data?: Envelope;
  meta?: EntryMeta[];
  attachments?: FileResponse[];
}

export function entryInList(row: EntryRow): EntryResponse {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(row.key ? { key: row.key } : {}),
    folder: row.folder,
    state: row.state ?? 'empty',
    ...(row.faults.length ? { faults: row.faults } : {}),
    env_schema: envelopeSchema,
    doc_schema: row.docSchema,
    digest: { alg: 'sha256', val: row.digest },
    version: versionOf(row),
    snippet: snippetOf(row),
  };
}

/** An entry with all that came to it. */
export async function wholeEntry(ctx: Context, row: EntryRow): Promise<EntryResponse> {
  return {
    ...newEntry(row),
    meta: await listMeta(ctx, row.id),
    attachments: (await listFiles(ctx, row.id)).map(fileResponse),
  };
}

/** One that was made this instant, to which nothing can have come yet. */
export const newEntry = (row: EntryRow): EntryResponse => ({
  ...entryInList(row),
  data: envelopeOf(row),
  meta: [],
  attachments: [],
});

export const envelopeOf = (row: EntryRow): Envelope => envelop(row.id, row.doc, row.digest, row.stamps);

function snippetOf({ doc }: EntryRow): Record<string, string> {
  const { name, tax_id: taxId } = doc as { name?: string; tax_id?: { country: string; code: string } };
  return { ...(name ? { name } : {}), ...(taxId ? { tax_code: `${taxId.country}${taxId.code}` } : {}) };
}
