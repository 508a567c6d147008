import { getTranslations } from 'next-intl/server';
import type { EntryRow } from '#lib/silo/entries.ts';
import { CodeBlock } from '../../../../../_documents/code-block.tsx';
import { textOfDocument } from '../../../../../_documents/document-text.ts';
import { LinkButton } from '../../../../../_documents/link-button.tsx';

/** The document as it is stored. */
export async function DocumentCard({ entry, editPath }: { entry: EntryRow; editPath: string }) {
  const t = await getTranslations('console.entry.document');
  return (
    <section className="sheet entry-document" aria-labelledby="document">
      <div className="card-heading">
        <h2 id="document">{t('title')}</h2>
        <LinkButton href={editPath} variant="default" size="sm">
          {t('edit')}
        </LinkButton>
      </div>
      <CodeBlock>{textOfDocument(entry.doc)}</CodeBlock>
    </section>
  );
}
