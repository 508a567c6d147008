'use client';

import { useTranslations } from 'next-intl';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import type { SavedView } from '#lib/accounts/saved-views.ts';
import { remove } from './actions.ts';

interface RemoveViewProps {
  workspace: string;
  view: Pick<SavedView, 'id' | 'name' | 'isShared'>;
}

export function RemoveView({ workspace, view: { id, name, isShared } }: RemoveViewProps) {
  const t = useTranslations('console.shell.views');
  return (
    <ConfirmButton
      size="compact-sm"
      color="gray"
      label={t('remove')}
      fullLabel={t('removeLabel', { name })}
      title={t('removeTitle', { name })}
      action={() => remove(workspace, { id })}
      done={t('removed', { name })}
    >
      {t(isShared ? 'removeTextShared' : 'removeText')}
    </ConfirmButton>
  );
}
