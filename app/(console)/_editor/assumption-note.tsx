'use client';

import { Alert, Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { isClassAStatus } from '#lib/documents/invoice/customer.ts';
import { Icon } from '../_ui/icon.tsx';
import { assumptionIn, vatStatusText } from './assumption.ts';
import type { Path } from './json-path.ts';

interface AssumptionNoteProps {
  text: string;
  onGo: (parts: Path) => void;
}

/** That class A hangs on what nobody wrote. Of a consumer or of somebody abroad the word at the value is enough. */
export function AssumptionNote({ text, onGo }: AssumptionNoteProps) {
  const t = useTranslations('console.suppliers.assumed');
  const statuses = useTranslations('console.suppliers.vatStatuses');
  const assumption = useMemo(() => assumptionIn(text), [text]);
  if (!assumption || !isClassAStatus(assumption.status)) return null;
  const status = vatStatusText(statuses, assumption.status);
  return (
    <Alert color="yellow" radius={0} icon={<Icon name="note" />} title={t('title', { status })}>
      <Group justify="space-between" gap="sm">
        <span className="assumption-text">{t('howToChange')}</span>
        <Button variant="default" size="sm" onClick={() => onGo(assumption.parts)}>
          {t('show')}
        </Button>
      </Group>
    </Alert>
  );
}
