import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { textOfDocument } from '#console/_editor/document-text.ts';
import { foundBy } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { BackLink } from '#console/_ui/back-link.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader } from '#console/_ui/page-header.tsx';
import { NewEntry } from '#console/w/[workspace]/_entries/new-entry.tsx';
import type { Context } from '#lib/context.ts';
import type { NoteExtent } from '#lib/documents/invoice/note.ts';
import { extentOf, noteDraft } from '#lib/invoices/note-draft.ts';

interface NewNoteProps {
  ctx: Context;
  /** Of the invoice's entry. */
  corrects: string;
  asked: SearchParams;
}

/** A credit or debit note, begun from the invoice that it corrects. */
export async function NewNote({ ctx, corrects, asked }: NewNoteProps) {
  const t = await getTranslations('console.invoices.new');
  const type = paramOf(asked, 'type') === 'debit-note' ? 'debit-note' : 'credit-note';
  const what = paramOf(asked, 'what');
  const begin = (extent: NoteExtent) => foundBy(corrects, (id) => noteDraft(ctx, { id, type, extent }));
  const begun = await begin(extentOf(what));
  // Nothing is left to credit: whoever goes on all the same begins with an empty line.
  const isEmpty = Array.isArray(begun?.lines) && begun.lines.length === 0;
  const draft = isEmpty ? await begin({ kind: 'other' }) : begun;
  if (!draft) notFound();
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, `/invoices/new?corrects=${corrects}&type=${type}&what=${what ?? ''}`);
  return (
    <ClientTexts areas={['suppliers', 'invoiceForm']}>
      <BackLink href={workspacePath(slug, `/entries/${corrects}`)}>{t('note.back')}</BackLink>
      <PageHeader title={t(`note.${type}`)} lead={t('note.lead')} />
      <NewEntry
        key={path}
        draft={path}
        workspace={slug}
        folder="invoices"
        skeleton={textOfDocument(draft)}
        begin={['preceding', 0, 'reason']}
        created={t('note.created')}
      />
    </ClientTexts>
  );
}
