import { getTranslations } from 'next-intl/server';
import { DataTable } from '#console/_ui/data-table.tsx';
import { type UploadKind, uploadColumns } from '#lib/batches/upload/upload.ts';
import { headingsOf } from '../_headings.ts';

/** What a file may have, and an empty one to begin with. */
export async function ColumnList({ kind, template }: { kind: UploadKind; template: string }) {
  const t = await getTranslations('console.batches.upload');
  const headingOf = await headingsOf(kind);
  const { known, required } = uploadColumns[kind];
  return (
    <section className="sheet" aria-labelledby="columns">
      <div className="sheet-heading column-heading">
        <h2 id="columns">{t('columns')}</h2>
        <a href={template} download>
          {t('template')}
        </a>
      </div>
      <p className="column-format hint">{t('format')}</p>
      <DataTable
        rows={known.map((id) => ({ id, isRequired: (required as readonly string[]).includes(id) }))}
        columns={[
          { head: t('column'), kind: 'title', cell: ({ id }) => <strong>{headingOf(id)}</strong> },
          { head: t('need'), cell: ({ isRequired }) => t(isRequired ? 'required' : 'optional') },
          { head: t('what'), cell: ({ id }) => t(`hints.${kind}.${id}` as 'hints.suppliers.name') },
        ]}
      />
    </section>
  );
}
