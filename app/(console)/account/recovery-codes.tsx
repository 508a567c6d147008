'use client';

import { Button, CopyButton, Group, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from '../_ui/icon.tsx';
import { Notice } from '../_ui/notice.tsx';

interface RecoveryCodesProps {
  codes: string[];
  onSaved: () => void;
}

/** Codes that were just made, the only time that they are seen. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const t = useTranslations('console.account.twoSteps');
  const shell = useTranslations('console.shell.actions');
  const text = codes.join('\n');
  const title = t('fileTitle', { host: window.location.host });
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${title}\n\n${text}\n`)}`;
  return (
    <Stack className="recovery-sheet">
      <p className="recovery-title">{title}</p>
      <Notice tone="wait" title={t('onceTitle')}>
        {t('onceText')}
      </Notice>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="light"
              onClick={copy}
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />}
            >
              {copied ? shell('copied') : shell('copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="light" component="a" href={file} download={t('fileName')}>
          {t('download')}
        </Button>
        <Button variant="light" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onSaved}>{t('saved')}</Button>
      </Group>
    </Stack>
  );
}
