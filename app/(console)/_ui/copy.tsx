'use client';

import { ActionIcon, Button, Code, CopyButton, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface CopyIdProps {
  value: string;
  /** Label of the button for screen readers, with the name of the object. */
  label: string;
  /** Shown instead of the value if there is no room for it. */
  children?: ReactNode;
}

/** An id with a button that copies it whole, for tables and fact lists. */
export function CopyId({ value, label, children }: CopyIdProps) {
  const t = useTranslations('console.shell.actions');
  return (
    <span className="copy-id">
      <code>{children ?? value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            onClick={copy}
            aria-label={`${copied ? t('copied') : t('copy')}: ${label}`}
            title={copied ? t('copied') : t('copy')}
          >
            <Icon name={copied ? 'check' : 'copy'} size={16} />
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}

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

/** A button that copies a value too long to show, such as a signed link. */
export function CopyUnseen({ value, label }: { value: string; label: string }) {
  const t = useTranslations('console.shell.actions');
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />}
        >
          {copied ? t('copied') : label}
        </Button>
      )}
    </CopyButton>
  );
}
