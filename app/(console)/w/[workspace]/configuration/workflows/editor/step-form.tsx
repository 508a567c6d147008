'use client';

import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '#console/_ui/icon.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { choiceWord, fieldHint, fieldLabel, providerKey, providerTitle } from '../texts.ts';
import { type DraftStep, type FieldSpec, fieldsOf, type List, withConfig, withStep } from './draft.ts';
import { useEditor } from './editing.ts';

/** Description, problems and configuration of a step. */
export function StepForm({ step, list }: { step: DraftStep; list: List }) {
  const t = useTranslations('console.workflows');
  const { editing, providers, allProblems, warnings, titleOf, explain } = useEditor();
  const kind = providerTitle(t, step.provider, providers);
  const isNamed = titleOf(step) !== kind && step.provider !== 'silo.state';
  const textKey = `providers.${providerKey(step.provider)}.text`;
  const text = t.has(textKey as never) ? String(t(textKey as never)) : '';
  // Problems of a field are shown at the field.
  const ofStep = allProblems.filter(
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

/** Name and notes, collapsed because few steps need them. */
function StepTexts({ step, list }: { step: DraftStep; list: List }) {
  const t = useTranslations('console.workflows');
  const { editing, providers, allProblems, explain } = useEditor();
  const set = (name: 'name' | 'notes', value: string) => {
    const change = ({ [name]: _, ...rest }: DraftStep): DraftStep =>
      value ? { ...rest, [name]: value } : rest;
    editing.change(withStep(editing.draft, step.id, change), step.id);
  };
  const errorOf = (path: string) => {
    const problem = allProblems.find((each) => each.step === step.id && each.path === path);
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

interface ConfigFormProps {
  step: DraftStep;
  onChange: (change: (step: DraftStep) => DraftStep) => void;
}

/** Fields of a step's configuration, generated from its provider's JSON Schema. */
function ConfigForm({ step, onChange }: ConfigFormProps) {
  const t = useTranslations('console.workflows');
  const { editing, providers, allProblems, explain } = useEditor();
  const provider = providers.get(step.provider);
  const fields = provider ? fieldsOf(provider) : [];
  if (fields.length === 0) return null;
  const before = [...editing.base.draft.steps, ...editing.base.draft.rescue].find(({ id }) => id === step.id);
  return (
    <div className="flow-fields">
      {fields.map((spec) => {
        const at = `config.${spec.name}`;
        const faults = allProblems.filter(
          ({ step: id, path }) => id === step.id && (path === at || path.startsWith(`${at}.`)),
        );
        return (
          <ConfigField
            key={`${spec.name} ${editing.revision}`}
            spec={spec}
            label={fieldLabel(t, step.provider, spec.name)}
            hint={fieldHint(t, step.provider, spec.name)}
            choiceOf={(value) => choiceWord(t, step.provider, spec.name, value)}
            value={step.config?.[spec.name]}
            saved={before?.provider === step.provider ? before.config?.[spec.name] : undefined}
            error={faults.length ? faults.map(explain).join(' ') : undefined}
            onChange={(value) => onChange((current) => withConfig(current, spec.name, value))}
          />
        );
      })}
    </div>
  );
}

interface ConfigFieldProps {
  spec: FieldSpec;
  label: string;
  hint: string | undefined;
  /** Label of a choice's value. */
  choiceOf: (value: string) => string;
  value: unknown;
  /** Saved value, for undoing a replacement. */
  saved: unknown;
  error: string | undefined;
  /** `undefined` removes the field. */
  onChange: (value: unknown) => void;
}

function ConfigField(props: ConfigFieldProps) {
  const { spec, label, hint, choiceOf, value, error, onChange } = props;
  const t = useTranslations('console.workflows');
  const common = { label, description: hint, error, required: spec.isRequired };
  switch (spec.shape.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
          data={[
            { value: '', label: t('editor.choose') },
            ...spec.shape.choices.map((choice) => ({
              value: choice,
              label: choiceOf(choice),
            })),
          ]}
        />
      );
    case 'choices':
      return (
        <Checkbox.Group
          {...common}
          value={choicesIn(value)}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
        >
          {spec.shape.choices.map((choice) => (
            <Checkbox key={choice} value={choice} label={choiceOf(choice)} mt="xs" />
          ))}
        </Checkbox.Group>
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          {...(spec.shape.min === undefined ? {} : { min: spec.shape.min })}
          {...(spec.shape.max === undefined ? {} : { max: spec.shape.max })}
          clampBehavior="none"
          allowDecimal={false}
          hideControls
          onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
        />
      );
    case 'text':
      return spec.isSecret ? (
        <SecretField {...props} />
      ) : (
        <TextInput
          {...common}
          value={typeof value === 'string' ? value : ''}
          inputMode={spec.shape.format === 'email' ? 'email' : spec.name === 'url' ? 'url' : 'text'}
          {...(spec.shape.longest ? { maxLength: spec.shape.longest } : {})}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
    case 'flag':
      return (
        <Checkbox
          {...common}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked || undefined)}
        />
      );
    case 'pairs':
      return <PairsField {...props} />;
    case 'other':
      return (
        <div>
          <Text size="sm" fw={500}>
            {label}
          </Text>
          <p className="hint">{t('editor.editAsJson')}</p>
        </div>
      );
  }
}

const choicesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

interface Pair {
  /** Index in the list, stable while the name is being typed. */
  key: number;
  name: string;
  value: string;
}

/** Field for texts by name. A secret value is shown as set, and replaced by typing another one. */
function PairsField({ label, hint, value, error, onChange }: ConfigFieldProps) {
  const t = useTranslations('console.workflows.editor');
  const [pairs, setPairs] = useState<Pair[]>(() =>
    Object.entries(isRecord(value) ? value : {}).map(([name, each], key) => ({
      key,
      name,
      value: String(each),
    })),
  );
  const set = (next: Pair[]) => {
    setPairs(next);
    const filled = next.filter(({ name, value }) => name || value);
    onChange(filled.length ? Object.fromEntries(filled.map(({ name, value }) => [name, value])) : undefined);
  };
  const change = (key: number, part: Partial<Pair>) =>
    set(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));
  return (
    <Input.Wrapper label={label} description={hint} error={error} labelElement="div">
      <fieldset className="pairs" aria-label={label}>
        {pairs.map((pair, index) => (
          <div key={pair.key} className="pair">
            <TextInput
              aria-label={t('pairNameOf', { field: label, number: index + 1 })}
              placeholder={t('pairName')}
              value={pair.name}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(pair.key, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('pairValueOf', { field: label, name: pair.name || String(index + 1) })}
              placeholder={pair.value === hidden ? t('secretSet') : t('pairValue')}
              value={pair.value === hidden ? '' : pair.value}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(pair.key, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('clearLabel', { field: `${label} ${pair.name || index + 1}` })}
              title={t('clear')}
              onClick={() => set(pairs.filter(({ key }) => key !== pair.key))}
            >
              <Icon name="remove" size={18} />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="light"
          size="compact-sm"
          aria-label={t('pairAddLabel', { field: label })}
          leftSection={<Icon name="plus" size={16} />}
          onClick={() =>
            setPairs([
              ...pairs,
              { key: Math.max(-1, ...pairs.map(({ key }) => key)) + 1, name: '', value: '' },
            ])
          }
        >
          {t('pairAdd')}
        </Button>
      </fieldset>
    </Input.Wrapper>
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Placeholder for a secret in the API. When sent back, it keeps the stored secret. */
const hidden = '********';

/** A secret can be replaced but never shown. */
function SecretField({ spec, label, hint, value, saved, error, onChange }: ConfigFieldProps) {
  const t = useTranslations('console.workflows.editor');
  if (value === hidden) {
    return (
      <Input.Wrapper label={label} description={hint} error={error} labelElement="div">
        <Group gap="xs">
          <span className="secret-set">{t('secretSet')}</span>
          <Button
            variant="light"
            size="compact-sm"
            aria-label={t('replaceLabel', { field: label })}
            onClick={() => onChange('')}
          >
            {t('replace')}
          </Button>
          {!spec.isRequired && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t('clearLabel', { field: label })}
              onClick={() => onChange(undefined)}
            >
              {t('clear')}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <div>
      <TextInput
        label={label}
        description={hint}
        error={error}
        required={spec.isRequired}
        value={typeof value === 'string' ? value : ''}
        // Focused after a click on "replace".
        autoFocus={value === ''}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value || (saved === hidden ? '' : undefined))}
      />
      {saved === hidden && (
        <Button
          mt={4}
          variant="subtle"
          size="compact-sm"
          aria-label={t('keepLabel', { field: label })}
          onClick={() => onChange(hidden)}
        >
          {t('keep')}
        </Button>
      )}
    </div>
  );
}
