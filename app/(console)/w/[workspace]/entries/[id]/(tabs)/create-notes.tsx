import { workspacePath } from '#console/_shell/navigation.ts';
import type { Context } from '#lib/context.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { summaryOf } from '#lib/documents/invoice/summary.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { CreateNote } from './create-note.tsx';

/** More are chosen from in the draft. */
const mostLines = 100;

/** Of an authorized invoice: the ways to the notes that correct it. A note is corrected by none. */
export function CreateNotes({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  if (entry.folder !== 'invoices' || summaryOf(entry.doc).type?.type !== 'standard') return null;
  const { lines } = entry.doc as unknown as Invoice;
  const shown = lines.length > mostLines ? [] : lines;
  const props = {
    path: workspacePath(ctx.workspace.slug, `/invoices/new?corrects=${entry.id}`),
    lines: shown.map(({ item, quantity }) => ({ name: item.name, quantity })),
  };
  return (
    <>
      <CreateNote {...props} type="credit-note" />
      <CreateNote {...props} type="debit-note" />
    </>
  );
}
