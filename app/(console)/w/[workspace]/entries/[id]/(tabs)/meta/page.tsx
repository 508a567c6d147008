import { getTranslations } from 'next-intl/server';
import { CopyValue } from '#console/_ui/copy.tsx';
import { CodeBlock } from '#console/_ui/fact-list.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { requireEntry, type TabProps } from '#console/w/[workspace]/entries/require-entry.ts';
import { type EntryMeta, listMeta } from '#lib/silo/meta.ts';

/** The entry's id, and its meta records. */
export default async function Meta({ params }: TabProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'meta:read');
  const t = await getTranslations('console.entry.meta');
  const rows = await listMeta(ctx, entry.id);
  return (
    <div className="card-text">
      <div>
        <h3 className="subheading">{t('uuid')}</h3>
        <CopyValue value={entry.id} label={t('uuid')} />
      </div>
      {rows.map((row) => (
        <div key={row.id} className="meta-record">
          <h3 className="subheading">
            <code>
              {row.src}: {row.key}
            </code>
          </h3>
          <MetaFacts row={row} />
        </div>
      ))}
      {rows.length === 0 && <p className="hint">{t('none')}</p>}
    </div>
  );
}

async function MetaFacts({ row }: { row: EntryMeta }) {
  const t = await getTranslations('console.entry.meta');
  const { url, ...term } = row.link ?? {};
  const value = row.link ? term : row.value;
  return (
    <>
      {url && (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {new URL(url).host}
          </a>
        </p>
      )}
      {row.ref && <CopyValue value={row.ref} label={t('ref')} />}
      {value !== null && <CodeBlock>{JSON.stringify(value, null, 2)}</CodeBlock>}
      <p className="hint">
        {t('updated')} <Moment at={row.updatedAt} />
      </p>
    </>
  );
}
