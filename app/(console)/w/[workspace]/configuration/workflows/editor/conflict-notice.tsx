'use client';

import { Button, Group } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import type { Newest } from '../actions.ts';
import { ChangeList } from '../change-list.tsx';
import { changesBetween } from '../changes.ts';
import { useEditor } from './editor-context.ts';
import type { Saving } from './use-saving.ts';

interface ConflictNoticeProps {
  newest: Newest;
  saving: Saving;
  workspace: string;
}

/** Somebody else has saved meanwhile: who, when and what, and what can become of the draft. */
export function ConflictNotice({ newest: { saved, by, at }, saving, workspace }: ConflictNoticeProps) {
  const t = useTranslations('console.workflows.conflict');
  const format = useFormatter();
  const { editing, providers } = useEditor();
  const changes = changesBetween(editing.base.draft, saved.draft);
  const values = { version: saved.version, moment: format.dateTime(at, 'moment') };
  return (
    <Notice tone="wait" title={by ? t('title', { name: by }) : t('titleUnknown')}>
      <p>{t('text', values)}</p>
      {changes.length > 0 && (
        <>
          <p>
            <strong>{t('changes')}</strong>
          </p>
          <ChangeList changes={changes} defaults={providers} />
        </>
      )}
      <Group gap="xs" mt="sm">
        <Button onClick={saving.overwrite} loading={saving.isPending}>
          {t('overwrite', { version: saved.version + 1 })}
        </Button>
        <ConfirmButton
          label={t('load')}
          title={t('loadTitle')}
          action={async () => ({ ok: true, value: saving.takeTheirs() })}
        >
          {t('loadText', { version: saved.version })}
        </ConfirmButton>
        <a
          href={workspacePath(workspace, `/configuration/workflows/${saved.id}/versions`)}
          target="_blank"
          rel="noreferrer"
        >
          {t('look')}
        </a>
      </Group>
      <p className="hint">{t('overwriteText')}</p>
    </Notice>
  );
}
