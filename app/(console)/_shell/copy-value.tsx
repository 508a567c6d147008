'use client';

import { Button, Code, CopyButton, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from './icon.tsx';

/** A value to take elsewhere, and a button that copies it. */
export function CopyValue({ value, label }: { value: string; label: string }) {
  const t = useTranslations('console.shell.actions');
  return (
    <Group gap="xs" wrap="nowrap" align="center" className="copy-value">
      <Code className="copied-text">{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="light"
            onClick={copy}
            aria-label={`${copied ? t('copied') : t('copy')}: ${label}`}
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />}
            miw="max-content"
          >
            {copied ? t('copied') : t('copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
