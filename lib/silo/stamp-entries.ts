import { sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import type { Actor, Workspace } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { together } from '#lib/database/sets.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { type Document, digestOf } from '#lib/documents/envelope.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { lockEntry } from './change-entry.ts';
import type { EntryRow } from './entries.ts';

interface Stamp {
  /** Who vouches, and for what: `arca-cae`. */
  prv: string;
  val: string;
}

export interface StampedEntry {
  entryId: string;
  actor: Actor;
  /** The document with what others assigned to it. */
  assign: (doc: Document) => Document;
  stamps: Stamp[];
  /** What was remarked when they vouched for it; added to those that stand there. */
  remarks: StoredFault[];
}

/** Adds what others assigned to the documents, and their marks to the envelopes. From then on they stay as they are. */
export async function stampEntries(
  tx: Transaction,
  workspace: Workspace,
  stamped: StampedEntry[],
): Promise<void> {
  if (stamped.length === 0) return;
  const rows = await Promise.all(
    stamped.map(({ entryId, actor }) => lockEntry(tx, { workspace, actor }, entryId)),
  );
  const docs = new Map(rows.map(({ id, doc }) => [id, doc]));
  const changed = stamped.map(({ entryId, assign, stamps, remarks }) => {
    const before = docs.get(entryId);
    if (!before) throw new Error(`The entry ${entryId} is gone.`);
    const doc = assign(before);
    return { id: entryId, doc, digest: digestOf(doc), stamps, remarks };
  });
  await Promise.all(changed.map((entry) => write(tx, entry)));
  await Promise.all(
    stamped.map(({ entryId: id, actor, stamps }) => {
      const detail = { stamps: stamps.map(({ prv }) => prv) };
      return audit(tx, { workspace, actor }, 'entry.stamped', { kind: 'entry', id }, detail);
    }),
  );
}

const write = together(
  async (
    tx: Transaction,
    changed: readonly (Pick<EntryRow, 'id' | 'doc' | 'digest' | 'remarks'> & { stamps: Stamp[] })[],
  ) => {
    await tx.execute(sql`
      update ${entries} as entry
      set doc = stamped.doc, digest = stamped.digest, stamps = stamped.stamps,
        remarks = entry.remarks || stamped.remarks, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as stamped
        (id uuid, doc jsonb, digest text, stamps jsonb, remarks jsonb)
      where entry.id = stamped.id`);
    return changed.map(() => undefined);
  },
);
