import { Alert } from '@mantine/core';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Icon } from '#console/_ui/icon.tsx';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/render-message.ts';
import type { Context } from '#lib/context.ts';
import { documentType } from '#lib/documents/invoice/document-types.ts';
import { listWaitingSeries } from '#lib/reports/waiting-series.ts';

/** What of the supplier's waits for the authority, by point of sale and document type, and what the first ran into. */
export async function WaitingSeries({ ctx, cuit }: { ctx: Context; cuit: string }) {
  const t = await getTranslations('console.entry.invoices');
  const kinds = await getTranslations('console.invoices.kinds');
  const locale = await getLocale();
  const series = await listWaitingSeries(ctx, cuit);
  if (series.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="note" />} title={t('waitingTitle')} m="md">
      <ul className="plain-list">
        {series.map(({ pointOfSale, documentType: code, count, first }) => {
          const type = documentType(String(code));
          const { text, lang } = first.obstacle ? renderMessage(first.obstacle, locale) : { text: '' };
          return (
            <li key={`${pointOfSale} ${code}`}>
              {t('waiting', {
                count,
                kind: type ? `${kinds(type.type)} ${type.letter}` : String(code),
                point: String(pointOfSale).padStart(5, '0'),
              })}{' '}
              <span lang={lang}>{text}</span>{' '}
              <Link href={workspacePath(ctx.workspace.slug, `/entries/${first.entryId}`)}>{t('first')}</Link>
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
