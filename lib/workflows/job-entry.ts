import { sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type Document, digestOf, documentOf } from '#lib/documents/envelope.ts';
import { folderNamed, folderNames } from '#lib/documents/folders.ts';
import { AltaError } from '#lib/errors.ts';
import { requireScope } from '#lib/roles.ts';
import { createEntry, fetchListedEntry } from '#lib/silo/entries.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';

/**
 * An entry for a document that came with a job, in the first folder for what the workflow is for.
 * @param schema the workflow's, such as `bill/invoice`
 * @throws AltaError as createEntry; `forbidden` for a key that may not write entries.
 */
export async function makeEntry(ctx: Context, data: Document, schema: string): Promise<string> {
  requireScope(ctx, 'silo:write');
  refuseOtherKind(data, schema);
  return (await createEntry(ctx, { data, folder: folderFor(schema) })).id;
}

/** Whether the entry was made of this document: what became of it since plays no part. */
export async function wasMadeOf(
  ctx: Context,
  entryId: string,
  data: Document,
  schema: string,
): Promise<boolean> {
  refuseOtherKind(data, schema);
  const folder = folderFor(schema);
  const entry = await fetchListedEntry(ctx, entryId);
  return entry.folder === folder && entry.createdDigest === digestOf(await buildForIssuer(ctx, data, folder));
}

/** Who sends the same job at the same time comes after the first, and finds its entry. */
export async function awaitTurn(
  tx: Transaction,
  { workspace }: Context,
  names: (string | undefined)[],
): Promise<void> {
  for (const name of names.filter((each) => each !== undefined).toSorted()) {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`job ${workspace.id} ${name}`}, 0))`,
    );
  }
}

function refuseOtherKind(data: Document, schema: string): void {
  const { doc, at } = documentOf(data);
  if (typeof doc.$schema !== 'string' || doc.$schema.endsWith(`/${schema}`)) return;
  throw new AltaError('validation', 'The workflow is not for this kind of document.', {
    fields: { [[...at, '$schema'].join('.')]: `must be of ${schema}, which the workflow is for` },
  });
}

function folderFor(schema: string): string {
  const folder = folderNames.find((name) => folderNamed(name).schema.endsWith(`/${schema}`));
  if (folder) return folder;
  throw new AltaError('validation', 'No folder holds what the workflow is for.', {
    fields: { data: `no entry is made for ${schema}` },
  });
}
