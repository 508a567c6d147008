import type { Context } from '#lib/context.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { AltaError } from '#lib/errors.ts';
import { noteDraft } from './note-draft.ts';

interface Correction {
  /** Of the invoice's entry. */
  id: string;
  type: 'credit-note' | 'debit-note';
  /** Why, as the note says it. */
  reason?: string | undefined;
  /** The point of sale, where it is not the invoice's. */
  series?: string | undefined;
  /** ISO date. */
  issueDate?: string | undefined;
  /** Where the sender named the invoice, for who is told that it is none. */
  field: string;
}

/**
 * The note that corrects the whole of an authorized invoice, to be built; a credit note of one that has notes already
 * credits what they have left. Nothing is stored.
 * @throws AltaError `validation` where there is no such invoice, or nothing is left of it
 */
export async function correctInvoice(
  ctx: Context,
  { id, type, reason, series, issueDate, field }: Correction,
): Promise<Document> {
  const draft = await noteDraft(ctx, { id, type, extent: { kind: 'whole' } }).catch(noneThere);
  if (!draft) {
    throw new AltaError('validation', 'Only an invoice that the authority has authorized is corrected.', {
      fields: { [field]: 'must be the entry of an invoice that has its CAE' },
    });
  }
  if (Array.isArray(draft.lines) && draft.lines.length === 0) {
    throw new AltaError('validation', 'All of the invoice has been credited.', {
      fields: { [field]: 'must be the entry of an invoice of which something is left to credit' },
    });
  }
  const [corrected] = draft.preceding as [Document];
  return {
    ...draft,
    ...(series ? { series } : {}),
    ...(issueDate ? { issue_date: issueDate } : {}),
    preceding: [{ ...corrected, ...(reason ? { reason } : {}) }],
  };
}

function noneThere(error: unknown): undefined {
  if (error instanceof AltaError && error.key === 'not-found') return undefined;
  throw error;
}
