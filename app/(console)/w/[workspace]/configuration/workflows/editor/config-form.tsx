'use client';

import { useTranslations } from 'next-intl';
import { choiceWord, fieldHint, fieldLabel } from '../field-label.ts';
import { ConfigField } from './config-field.tsx';
import { type DraftStep, withConfig } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { fieldsOf } from './fields.ts';

interface ConfigFormProps {
  step: DraftStep;
  onChange: (change: (step: DraftStep) => DraftStep) => void;
}

/** The fields of a step's configuration, made from the JSON Schema that its provider publishes. */
export function ConfigForm({ step, onChange }: ConfigFormProps) {
  const t = useTranslations('console.workflows');
  const { editing, providers, problems, explain } = useEditor();
  const provider = providers.get(step.provider);
  const fields = provider ? fieldsOf(provider) : [];
  if (fields.length === 0) return null;
  const before = [...editing.base.draft.steps, ...editing.base.draft.rescue].find(({ id }) => id === step.id);
  return (
    <div className="flow-fields">
      {fields.map((spec) => {
        const at = `config.${spec.name}`;
        const faults = problems.filter(
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
