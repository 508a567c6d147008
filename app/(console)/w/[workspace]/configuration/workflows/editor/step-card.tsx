'use client';

import { UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { DraftStep, List } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { StepActs } from './step-acts.tsx';
import { StepBody } from './step-body.tsx';
import { useSummary } from './step-summary.ts';
import { useReorder } from './use-reorder.ts';

interface StepCardProps {
  step: DraftStep;
  list: List;
  index: number;
  /** The index of the last step of the list. */
  last: number;
  onMove: (by: -1 | 1) => void;
  /** Another step of the list was dropped here: its index. */
  onDrop: (from: number) => void;
  onRemove: () => void;
}

/** A line for a step, by its number dragged elsewhere; opened, it shows the configuration. */
export function StepCard({ step, list, index, last, onMove, onDrop, onRemove }: StepCardProps) {
  const t = useTranslations('console.workflows.editor');
  const { problems, titleOf, explain, opened, open } = useEditor();
  const { card, handle, isOver } = useReorder({ list, index, onDrop });
  const title = titleOf(step);
  const summary = useSummary(step);
  const number = index + 1;
  const isOpen = opened === step.id;
  const ofStep = problems.filter(({ step: id }) => id === step.id);
  return (
    <article
      ref={card}
      id={`step-${step.id}`}
      tabIndex={-1}
      className="sheet flow-step"
      data-problem={ofStep.length > 0 || undefined}
      data-over={isOver || undefined}
      aria-label={t('stepLabel', { list, number, step: title })}
    >
      <header className="flow-step-head">
        <span ref={handle} className="flow-number" title={t('drag')} aria-hidden="true">
          {number}
        </span>
        <h3 className="flow-step-title">
          <UnstyledButton
            className="flow-step-open"
            aria-expanded={isOpen}
            aria-controls={`step-body-${step.id}`}
            onClick={() => open(isOpen ? undefined : step.id)}
          >
            <span>{title}</span>
            {!isOpen && summary && <span className="hint flow-step-summary">{summary}</span>}
          </UnstyledButton>
        </h3>
        <StepActs {...{ step, list, index, last, title, onMove, onRemove }} />
      </header>
      {!isOpen && ofStep.length > 0 && <p className="flow-step-problem">{ofStep.map(explain).join(' ')}</p>}
      <div id={`step-body-${step.id}`} className="flow-step-body" hidden={!isOpen}>
        {isOpen && <StepBody step={step} list={list} />}
      </div>
    </article>
  );
}
