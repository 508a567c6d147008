import { getFormatter, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { requireEntry, type TabProps } from '#console/w/[workspace]/entries/require-entry.ts';
import { type EntryFile, listFiles } from '#lib/silo/files.ts';

export default async function Files({ params }: TabProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'files:read');
  const t = await getTranslations('console.entry.files');
  const files = await listFiles(ctx, entry.id);
  if (files.length === 0) {
    return (
      <EmptyNote icon="note" title={t('noneTitle')}>
        {t(entry.folder === 'invoices' ? 'noneOfInvoice' : 'noneText')}
      </EmptyNote>
    );
  }
  const path = workspacePath(ctx.workspace.slug, `/entries/${entry.id}/files`);
  return (
    <ul className="lines" aria-label={t('label')}>
      {files.map((file) => (
        <li key={file.id} className="line">
          {file.stored ? (
            <a href={`${path}/${file.id}`} download={file.name} className="row-link">
              <bdi>{file.name}</bdi>
            </a>
          ) : (
            <bdi>{file.name}</bdi>
          )}
          <span className="hint">
            {!file.stored && <>{t('awaited')} · </>}
            {file.description && (
              <>
                <bdi>{file.description}</bdi> ·{' '}
              </>
            )}
            <Size of={file} /> · <Moment at={file.createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

async function Size({ of: { size } }: { of: EntryFile }) {
  const format = await getFormatter();
  const [amount, unit] = size < 1_000_000 ? [size / 1_000, 'kilobyte'] : [size / 1_000_000, 'megabyte'];
  return (
    <span className="nowrap">
      {format.number(Math.max(amount, 0.1), { style: 'unit', unit, maximumFractionDigits: 1 })}
    </span>
  );
}
