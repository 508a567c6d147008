'use client';

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CopyValue } from '../../../../_shell/copy-value.tsx';
import { Icon } from '../../../../_shell/icon.tsx';

interface MadeKeyProps {
  token: string;
  baseUrl: string;
  onDone: () => void;
}

/** The token, and a call that shows whether it works. */
export function MadeKey({ token, baseUrl, onDone }: MadeKeyProps) {
  const t = useTranslations('console.configuration.apiKeys');
  const call = `curl ${baseUrl}/utils/v1/ping -H 'Authorization: Bearer ${token}'`;
  return (
    <Stack>
      <Alert role="status" color="orange" icon={<Icon name="note" />} title={t('onceTitle')}>
        {t('onceText')}
      </Alert>
      <CopyValue value={token} label={t('token')} />
      <Text size="sm">
        {t.rich('tryText', { answer: '{"ping":"pong"}', code: (chunks) => <code>{chunks}</code> })}
      </Text>
      <CopyValue value={call} label={t('call')} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('saved')}</Button>
      </Group>
    </Stack>
  );
}
