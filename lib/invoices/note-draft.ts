import type { Context } from '#lib/context.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { Decimal } from '#lib/documents/invoice/amount.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { type NoteExtent, noteOf } from '#lib/documents/invoice/note.ts';
import { numberOf, summaryOf } from '#lib/documents/invoice/summary.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { countedNotes } from './notes.ts';
import { fill } from './pdf/texts.ts';

interface NoteInput {
  /** Of the invoice's entry. */
  id: string;
  type: 'credit-note' | 'debit-note';
  extent: NoteExtent;
}

/**
 * A note for an authorized invoice, to be gone on with. Nothing is stored. A credit note of the whole of an invoice that
 * has notes already is of what they have left. Undefined where there is no such invoice.
 */
export async function noteDraft(
  ctx: Context,
  { id, type, extent }: NoteInput,
  now = new Date(),
): Promise<Document | undefined> {
  requirePermission(ctx, 'entries:write');
  const entry = await fetchEntry(ctx, id);
  const isAuthorised = entry.stamps.some(({ prv }) => prv === 'arca-cae');
  const invoice = entry.doc as unknown as Invoice & { code?: string };
  if (entry.folder !== 'invoices' || !isAuthorised || !invoice.code) return undefined;
  const notes = type === 'credit-note' && extent.kind === 'whole' ? await countedNotes(ctx, entry.doc) : [];
  const rest = {
    kind: 'rest',
    notes,
    name: fill('rest', { number: numberOf(summaryOf(entry.doc)) ?? '' }),
  } as const;
  return noteOf(
    { ...invoice, code: invoice.code },
    { id: entry.id, type, extent: notes.length > 0 ? rest : extent, now },
  );
}

/** `0:2,3:1.5`: the places of lines, each with how much of it; `other`; else the whole. What makes no sense is left out. */
export function extentOf(text: string | undefined): NoteExtent {
  if (text === 'other') return { kind: 'other' };
  const lines = (text ?? '').split(',').flatMap((each) => {
    const [, index, sent] = /^(\d{1,5}):([\d.]{1,20})$/.exec(each) ?? [];
    const quantity = Decimal.safeParse(sent);
    return index && quantity.success && Number(quantity.data) > 0
      ? [{ index: Number(index), quantity: quantity.data }]
      : [];
  });
  return lines.length > 0 ? { kind: 'lines', lines } : { kind: 'whole' };
}
