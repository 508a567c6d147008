import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';

/** Shown if no supplier can issue invoices yet. */
export async function NoIssuer({ workspace }: { workspace: string }) {
  const t = await getTranslations('console.invoices.noIssuer');
  return (
    <EmptyNote
      icon="suppliers"
      title={t('title')}
      action={<LinkButton href={workspacePath(workspace, '/suppliers')}>{t('toSuppliers')}</LinkButton>}
    >
      {t('text')}
    </EmptyNote>
  );
}
