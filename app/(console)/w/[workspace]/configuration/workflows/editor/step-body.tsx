'use client';

import { Alert, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from '#console/_ui/icon.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { providerKey, providerTitle } from '../step-title.ts';
import { ConfigForm } from './config-form.tsx';
import { type DraftStep, type List, withStep } from './draft.ts';
import { useEditor } from './editor-context.ts';

/** What a step does, its configuration, and what is wrong with any of that. */
export function StepBody({ step, list }: { step: DraftStep; list: List }) {
  const t = useTranslations('console.workflows');
  const { editing, providers, problems, warnings, titleOf, explain } = useEditor();
  const kind = providerTitle(t, step.provider, providers);
  const isNamed = titleOf(step) !== kind && step.provider !== 'silo.state';
  const textKey = `providers.${providerKey(step.provider)}.text`;
  const text = t.has(textKey as never) ? String(t(textKey as never)) : '';
  // What belongs to a field is shown there.
  const ofStep = problems.filter(
    ({ step: id, path }) => id === step.id && !/^config\.|^name$|^notes$/.test(path),
  );
  return (
    <>
      {(isNamed || text) && <p className="hint">{[isNamed && `${kind}.`, text].filter(Boolean).join(' ')}</p>}
      {ofStep.map((problem) => (
        <Alert
          key={`${problem.path} ${problem.code}`}
          color="red"
          variant="light"
          icon={<Icon name="note" />}
        >
          {explain(problem)}
        </Alert>
      ))}
      {warnings
        .filter(({ step: id }) => id === step.id)
        .map((warning) => (
          <Notice key={warning.code} tone="wait" title={t('editor.warning')}>
            {explain(warning)}
          </Notice>
        ))}
      <ConfigForm
        step={step}
        onChange={(change) => editing.change(withStep(editing.draft, step.id, change), step.id)}
      />
      <StepTexts step={step} list={list} />
    </>
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
