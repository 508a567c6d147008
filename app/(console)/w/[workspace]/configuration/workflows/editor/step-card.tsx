'use client';

import { ActionIcon, Alert, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from '#console/_ui/icon.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { providerKey, providerTitle } from '../step-title.ts';
import { ConfigForm } from './config-form.tsx';
import { type DraftStep, type List, withStep } from './draft.ts';
import { useEditor } from './editor-context.ts';

interface StepCardProps {
  step: DraftStep;
  list: List;
  index: number;
  /** The index of the last step of the list. */
  last: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A step: what it does, where it stands, its configuration, and what is wrong with any of that. */
export function StepCard({ step, list, index, last, onMove, onRemove }: StepCardProps) {
  const t = useTranslations('console.workflows');
  const { editing, providers, problems, warnings, titleOf, explain } = useEditor();
  const title = titleOf(step);
  const number = index + 1;
  const kind = providerTitle(t, step.provider, providers);
  const textKey = `providers.${providerKey(step.provider)}.text`;
  // What belongs to a field is shown there.
  const ofCard = problems.filter(
    ({ step: id, path }) => id === step.id && !/^config\.|^name$|^notes$/.test(path),
  );
  const ofStep = warnings.filter(({ step: id }) => id === step.id);
  return (
    <article
      id={`step-${step.id}`}
      tabIndex={-1}
      className="sheet flow-step"
      data-problem={ofCard.length > 0 || undefined}
      aria-label={t('editor.stepLabel', { list, number, step: title })}
    >
      <header className="flow-step-head">
        <span className="flow-number" aria-hidden="true">
          {number}
        </span>
        <div className="flow-step-title">
          <h3>{title}</h3>
          {title !== kind && step.provider !== 'silo.state' && <p className="hint">{kind}</p>}
        </div>
        <div className="flow-step-acts">
          <ActionIcon
            id={`up-${step.id}`}
            variant="subtle"
            color="gray"
            size="lg"
            disabled={index === 0}
            onClick={() => onMove(-1)}
            aria-label={t('editor.upLabel', { list, number, step: title })}
            title={t('editor.up')}
          >
            <span className="upside-down">
              <Icon name="chevron" />
            </span>
          </ActionIcon>
          <ActionIcon
            id={`down-${step.id}`}
            variant="subtle"
            color="gray"
            size="lg"
            disabled={index === last}
            onClick={() => onMove(1)}
            aria-label={t('editor.downLabel', { list, number, step: title })}
            title={t('editor.down')}
          >
            <Icon name="chevron" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            onClick={onRemove}
            aria-label={t('editor.removeLabel', { list, number, step: title })}
            title={t('editor.remove')}
          >
            <Icon name="remove" />
          </ActionIcon>
        </div>
      </header>
      {t.has(textKey as never) && <p className="hint">{t(textKey as never)}</p>}
      {ofCard.map((problem) => (
        <Alert
          key={`${problem.path} ${problem.code}`}
          color="red"
          variant="light"
          icon={<Icon name="note" />}
        >
          {explain(problem)}
        </Alert>
      ))}
      {ofStep.map((warning) => (
        <Notice key={warning.code} tone="wait" title={t('editor.warning')}>
          {explain(warning)}
        </Notice>
      ))}
      <ConfigForm
        step={step}
        onChange={(change) => editing.change(withStep(editing.draft, step.id, change), step.id)}
      />
      <StepTexts step={step} list={list} />
    </article>
  );
}

/** What only people read; folded away, since few steps need it. */
function StepTexts({ step, list }: { step: DraftStep; list: List }) {
  const t = useTranslations('console.workflows');
  const { editing, providers, problems, explain } = useEditor();
  const set = (name: 'name' | 'notes', value: string) => {
    const change = ({ [name]: _, ...rest }: DraftStep): DraftStep =>
      value ? { ...rest, [name]: value } : rest;
    editing.change(withStep(editing.draft, step.id, change), step.id);
  };
  const errorOf = (path: string) => {
    const problem = problems.find((each) => each.step === step.id && each.path === path);
    return problem && explain(problem);
  };
  return (
    <details className="flow-more" data-list={list}>
      <summary>{t('editor.more')}</summary>
      <TextInput
        label={t('editor.stepName')}
        placeholder={providerTitle(t, step.provider, providers)}
        maxLength={200}
        value={step.name ?? ''}
        error={errorOf('name')}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <Textarea
        label={t('editor.notes')}
        autosize
        maxLength={2_000}
        value={step.notes ?? ''}
        error={errorOf('notes')}
        onChange={(event) => set('notes', event.currentTarget.value)}
      />
    </details>
  );
}
