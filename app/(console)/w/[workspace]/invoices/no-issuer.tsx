import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';

/** Before there is an invoice, there is somebody who can issue it. */
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
