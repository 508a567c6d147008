import { eq } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { type Document, digestOf } from '#lib/documents/envelope.ts';
import { lockEntry } from './change-entry.ts';

export interface Stamp {
  /** Who vouches, and for what: `arca-cae`. */
  prv: string;
  val: string;
}

/** Adds what others assigned to the document, and their marks to its envelope. From then on it stays as it is. */
export async function stampEntry(
  tx: Transaction,
  ctx: Context,
  id: string,
  assigned: Document,
  stamps: Stamp[],
): Promise<void> {
  const entry = await lockEntry(tx, ctx, id);
  const doc = { ...entry.doc, ...assigned };
  await tx
    .update(entries)
    .set({ doc, digest: digestOf(doc), stamps })
    .where(eq(entries.id, id));
  await audit(tx, ctx, 'entry.stamped', { kind: 'entry', id }, { stamps: stamps.map(({ prv }) => prv) });
}
