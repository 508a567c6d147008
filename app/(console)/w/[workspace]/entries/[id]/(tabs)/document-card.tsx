import { getTranslations } from 'next-intl/server';
import { textOfDocument } from '#console/_editor/document-text.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { CodeBlock } from '#console/_ui/text-block.tsx';
import { lockedBy, submissionOf } from '#console/w/[workspace]/entries/require-entry.ts';
import type { Context } from '#lib/context.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { InvoiceFacts, PartyFacts } from './document-facts.tsx';

/** What the document says, and below it, folded, as it is stored. */
export async function DocumentCard({
  ctx,
  entry,
  editPath,
}: {
  ctx: Context;
  entry: EntryRow;
  editPath: string;
}) {
  const t = await getTranslations('console.entry.document');
  const locked = lockedBy(await submissionOf(ctx, entry));
  return (
    <section className="sheet entry-document" aria-labelledby="document">
      <div className="card-heading">
        <h2 id="document">{t('title')}</h2>
        {!locked && (
          <LinkButton needs="entries:write" href={editPath} variant="default" size="sm">
            {t('edit')}
          </LinkButton>
        )}
      </div>
      {locked && (
        <p className="hint card-note">
          {t(`locked.${locked === 'already-issued' && isNote(entry) ? 'note-issued' : locked}`)}
        </p>
      )}
      <div className="card-text">
        {entry.folder === 'invoices' ? <InvoiceFacts doc={entry.doc} /> : <PartyFacts doc={entry.doc} />}
        <details className="how-to">
          <summary>{t('json')}</summary>
          <CodeBlock>{textOfDocument(entry.doc)}</CodeBlock>
        </details>
      </div>
    </section>
  );
}

const isNote = ({ doc }: EntryRow) => doc.type === 'credit-note' || doc.type === 'debit-note';
