'use client';

import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '../_ui/form-dialog.tsx';
import { Icon } from '../_ui/icon.tsx';
import { Notice } from '../_ui/notice.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { renewRecoveryCodes } from './actions.ts';

interface RecoveryCodesProps {
  codes: string[];
  onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const t = useTranslations('console.account.twoSteps');
  const tActions = useTranslations('console.shell.actions');
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
              {copied ? tActions('copied') : tActions('copy')}
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

export function NewRecoveryCodes() {
  const t = useTranslations('console.account.twoSteps');
  const router = useRouter();
  const [opened, { open, close }] = useDisclosure();
  const [codes, setCodes] = useState<string[]>();
  const { run, pending, failure, reset } = useConsoleAction(renewRecoveryCodes);
  const begin = () => {
    reset();
    open();
  };
  const finish = () => {
    close();
    setCodes(undefined);
    router.refresh();
  };
  return (
    <>
      <Button variant="default" onClick={begin}>
        {t('newCodes')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={codes ? undefined : close}
        title={codes ? t('codesTitle') : t('newCodesTitle')}
        onSubmit={() => run({}, (made) => setCodes(made.codes))}
        submit={t('newCodes')}
        pending={pending}
        failure={failure}
        result={codes && <RecoveryCodes codes={codes} onSaved={finish} />}
      >
        <Text size="sm">{t('newCodesText')}</Text>
      </FormDialog>
    </>
  );
}
