import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { restore } from '#console/w/[workspace]/configuration/workflows/actions.ts';
import type { FoundWorkflow } from '../require-workflow.ts';

export async function RestoreButton({ found, version }: { found: FoundWorkflow; version: number }) {
  const t = await getTranslations('console.workflows.versions');
  const { ctx, workflow } = found;
  return (
    <ConfirmButton
      needs="workflows:write"
      label={t('restore')}
      fullLabel={t('restoreLabel', { version })}
      title={t('restoreTitle', { version })}
      action={restore.bind(null, ctx.workspace.slug, { id: workflow.id, version, newest: workflow.version })}
      done={t('restored', { version })}
      color="petrol"
      variant="light"
    >
      {t('restoreText', { version, next: workflow.version + 1 })}
    </ConfirmButton>
  );
}
