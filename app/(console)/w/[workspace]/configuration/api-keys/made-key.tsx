'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CopyValue } from '#console/_ui/copy.tsx';
import { Notice } from '#console/_ui/notice.tsx';

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
      <Notice tone="wait" title={t('onceTitle')}>
        {t('onceText')}
      </Notice>
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
