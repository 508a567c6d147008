import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CopyValue } from '#console/_ui/copy.tsx';
import { linkOf } from '#lib/registrations/entry-link.ts';
import type { FoundJob } from './require-job.ts';

/** While the job waits for the supplier: the link to send, or to open for one's own company. */
export async function SupplierLink({ job: { ctx, row, waiting } }: { job: FoundJob }) {
  if (row.completedAt || waiting?.event.code !== 'awaiting-certificate') return null;
  const link = await linkOf(ctx, row.entryId);
  if (!link?.url || link.expiresAt.getTime() <= Date.now()) return null;
  const t = await getTranslations('console.jobs.job.link');
  return (
    <section className="sheet sheet-text" aria-labelledby="link">
      <h2 id="link">{t('title')}</h2>
      <CopyValue value={link.url} label={t('title')} />
      <p>
        <a href={link.url} target="_blank" rel="noopener noreferrer">
          {t('open')}
        </a>{' '}
        · <Link href={workspacePath(ctx.workspace.slug, `/entries/${row.entryId}/meta`)}>{t('manage')}</Link>
      </p>
    </section>
  );
}
