'use client';

import { Alert, Anchor, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ActionFailure } from '../_action.ts';
import { Icon } from './icon.tsx';

/** Why an action did not go through. Nothing while there is no failure. */
export function Failure({ of: failure }: { of: ActionFailure | undefined }) {
  const t = useTranslations('console.shell.failure');
  if (!failure) return null;
  return (
    <Alert
      role="alert"
      tabIndex={-1}
      color="red"
      variant="light"
      icon={<Icon name="note" />}
      title={t('title')}
    >
      {failure.message}
      {failure.code === 'signed-out' && (
        <Text mt="xs" size="sm">
          <Anchor href="/login" target="_blank" inherit>
            {t('signIn')}
          </Anchor>
        </Text>
      )}
      {failure.reference && (
        <Text mt="xs" size="sm">
          {t('reference', { reference: failure.reference })}
        </Text>
      )}
    </Alert>
  );
}
