import { getTranslations } from 'next-intl/server';
import { CopyValue } from '#console/_ui/copy.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { CodeBlock } from '#console/_ui/text-block.tsx';
import type { EntryMeta } from '#lib/silo/meta.ts';

/** A record as it is. */
export async function MetaFacts({ row }: { row: EntryMeta }) {
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
