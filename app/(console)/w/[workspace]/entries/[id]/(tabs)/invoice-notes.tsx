import './create-note.css';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import type { Context } from '#lib/context.ts';
import { summaryOf } from '#lib/documents/invoice/summary.ts';
import { creditOf, findCorrected, listNotes } from '#lib/invoices/notes.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** Of an invoice the notes that correct it, and what is left to credit; of a note what it corrects. */
export async function InvoiceNotes({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const t = await getTranslations('console.entry.note');
  const texts = await invoiceTexts();
  const invoice = summaryOf(entry.doc);
  const { slug } = ctx.workspace;
  if (Array.isArray(entry.doc.preceding)) {
    const corrected = await findCorrected(ctx, entry.doc);
    if (!corrected) return null;
    return (
      <p>
        {t('corrects')}{' '}
        <Link href={workspacePath(slug, `/entries/${corrected.id}`)}>
          {texts.title(summaryOf(corrected.doc))}
        </Link>
      </p>
    );
  }
  const notes = await listNotes(ctx, entry);
  if (notes.length === 0) return null;
  const { credited, left } = creditOf(entry, notes);
  const money = (total: string) => texts.total({ total, currency: invoice.currency });
  return (
    <div>
      <h3 className="card-subheading">{t('title')}</h3>
      <ul className="plain-list" aria-label={t('title')}>
        {notes.map((note) => (
          <li key={note.id}>
            <Link href={workspacePath(slug, `/entries/${note.id}`)}>{texts.title(note)}</Link>{' '}
            <span className="nowrap">{texts.total(note)}</span> <StateChip state={note.state} />
          </li>
        ))}
      </ul>
      <p className={left.startsWith('-') ? 'note-problem' : 'hint'}>
        {left.startsWith('-')
          ? t('tooMuch', { credited: money(credited), total: money(invoice.total) })
          : t('credited', { credited: money(credited), total: money(invoice.total), left: money(left) })}
      </p>
    </div>
  );
}
