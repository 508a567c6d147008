'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CopyValue } from '#console/_ui/copy.tsx';
import { Notice } from '#console/_ui/notice.tsx';

interface SecretOnceProps {
  secret: string;
  /** `endpoint`: it came with a new endpoint; else it was asked for. */
  of: 'endpoint' | 'rotation';
  onSaved: () => void;
}

/** A secret that was just made, the only time that it is seen. */
export function SecretOnce({ secret, of, onSaved }: SecretOnceProps) {
  const t = useTranslations('console.configuration.webhooks.secrets');
  return (
    <Stack>
      <Notice tone="wait" title={t('onceTitle')}>
        {t(of === 'endpoint' ? 'onceTextOfEndpoint' : 'onceText')}
      </Notice>
      <CopyValue value={secret} label={t('secret')} />
      <Text size="sm">{t('useText')}</Text>
      <Group justify="flex-end">
        <Button onClick={onSaved}>{t('saved')}</Button>
      </Group>
    </Stack>
  );
}
