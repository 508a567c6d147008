'use client';

import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { useEditor } from './editor-context.ts';
import type { Saving } from './use-saving.ts';

/** Always in sight: whether it is saved, and the way to save it. */
export function SaveBar({ saving }: { saving: Saving }) {
  const t = useTranslations('console.workflows.editor');
  const { editing } = useEditor();
  const mayDiscard = editing.isDirty && !saving.isNew;
  const isBlocked = editing.unreadable !== undefined || saving.newest !== undefined;
  const save = () => {
    if (!saving.isPending && !isBlocked) saving.save();
  };
  useHotkeys([['mod+S', save]], [], true);
  return (
    <div className="save-bar">
      <p className={editing.isDirty || saving.isNew ? 'unsaved' : 'hint'} role="status">
        {saving.isNew ? t('notYet') : editing.isDirty ? t('unsaved') : saving.said || t('saved')}
      </p>
      {mayDiscard && (
        <ConfirmButton
          label={t('discard')}
          title={t('discardTitle')}
          action={async () => ({ ok: true, value: editing.begin(editing.base) })}
        >
          {t('discardText')}
        </ConfirmButton>
      )}
      <Button onClick={save} loading={saving.isPending} disabled={isBlocked} aria-keyshortcuts="Control+S">
        {saving.isNew ? t('create') : t('save')}
      </Button>
    </div>
  );
}
