'use client';

import { Alert, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { PaperGap } from '#lib/documents/invoice/paper.ts';
import { Icon } from '../_ui/icon.tsx';
import type { Path } from './json-path.ts';

interface PaperNoteProps {
  gaps: readonly PaperGap[];
  onGo: (parts: Path) => void;
}

/** What the PDF has to have and will not: the authority does not ask for it, whoever gets the paper may. */
export function PaperNote({ gaps, onGo }: PaperNoteProps) {
  const t = useTranslations('console.suppliers.paper');
  if (gaps.length === 0) return null;
  return (
    <Alert color="yellow" radius={0} icon={<Icon name="note" />} title={t('title')}>
      <ul className="plain-list paper-gaps">
        {gaps.map(({ gap, path }) => (
          <li key={gap}>
            <UnstyledButton className="paper-gap" onClick={() => onGo(path)}>
              {t(`gaps.${gap}`)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
