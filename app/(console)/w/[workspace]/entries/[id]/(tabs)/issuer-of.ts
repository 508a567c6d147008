import 'server-only';

import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import type { Context } from '#lib/context.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';

/** The supplier with this CUIT; undefined if there is none in this workspace. */
export async function issuerOf(ctx: Context, cuit: string): Promise<ListedEntry | undefined> {
  if (!cuit) return undefined;
  const found = await searchEntries(ctx, { q: cuit, folder: 'suppliers', limit: 1 });
  return found.find(({ snippet }) => partyInList(snippet).code === cuit);
}
