'use client';

import { ActionIcon } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from '#console/_ui/icon.tsx';
import type { DraftStep, List } from './draft.ts';

interface StepActsProps {
  step: DraftStep;
  list: List;
  index: number;
  last: number;
  title: string;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Up, down, away: what the pointer does by dragging, for the keyboard too. */
export function StepActs({ step, list, index, last, title, onMove, onRemove }: StepActsProps) {
  const t = useTranslations('console.workflows.editor');
  const place = { list, number: index + 1, step: title };
  return (
    <div className="flow-step-acts">
      <ActionIcon
        id={`up-${step.id}`}
        variant="subtle"
        color="gray"
        size="md"
        disabled={index === 0}
        onClick={() => onMove(-1)}
        aria-label={t('upLabel', place)}
        title={t('up')}
      >
        <span className="upside-down">
          <Icon name="chevron" size={18} />
        </span>
      </ActionIcon>
      <ActionIcon
        id={`down-${step.id}`}
        variant="subtle"
        color="gray"
        size="md"
        disabled={index === last}
        onClick={() => onMove(1)}
        aria-label={t('downLabel', place)}
        title={t('down')}
      >
        <Icon name="chevron" size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size="md"
        onClick={onRemove}
        aria-label={t('removeLabel', place)}
        title={t('remove')}
      >
        <Icon name="remove" size={18} />
      </ActionIcon>
    </div>
  );
}
