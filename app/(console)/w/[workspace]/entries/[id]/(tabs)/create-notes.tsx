import { workspacePath } from '#console/_shell/navigation.ts';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import type { Context } from '#lib/context.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { summaryOf } from '#lib/documents/invoice/summary.ts';
import { leftOf } from '#lib/invoices/notes.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { CreateNote } from './create-note.tsx';

/** More are chosen from in the draft. */
const mostLines = 100;

/** Of an authorized invoice: the ways to the notes that correct it. A note is corrected by none. */
export async function CreateNotes({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const invoice = summaryOf(entry.doc);
  if (entry.folder !== 'invoices' || invoice.type?.type !== 'standard') return null;
  const left = await leftOf(ctx, invoice);
  const texts = await invoiceTexts();
  const rest = Number(left) === Number(invoice.total) ? undefined : texts.total({ ...invoice, total: left });
  const { lines } = entry.doc as unknown as Invoice;
  const shown = lines.length > mostLines ? [] : lines;
  const props = {
    path: workspacePath(ctx.workspace.slug, `/invoices/new?corrects=${entry.id}`),
    lines: shown.map(({ item, quantity }) => ({ name: item.name, quantity })),
  };
  return (
    <>
      <CreateNote {...props} type="credit-note" rest={rest} />
      <CreateNote {...props} type="debit-note" />
    </>
  );
}
