import { useTranslations } from 'next-intl';
import type { Change, FieldChange } from './changes.ts';
import type { DraftStep } from './editor/draft.ts';
import { choiceWord, type DefaultTitles, fieldLabel, stepTitle, type WorkflowTexts } from './step-title.ts';

export function ChangeList({ changes, defaults }: { changes: Change[]; defaults: DefaultTitles }) {
  const t = useTranslations('console.workflows');
  return (
    <ul className="changes">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order
        <li key={index}>{sentence(t, change, defaults)}</li>
      ))}
    </ul>
  );
}

function sentence(t: WorkflowTexts, change: Change, defaults: DefaultTitles): string {
  const title = (step: DraftStep) => stepTitle(t, step, defaults);
  switch (change.kind) {
    case 'name':
      return t('changes.name', change);
    case 'description':
      return t('changes.description');
    case 'added':
    case 'removed':
      return t(`changes.${change.kind}`, { list: change.list, step: title(change.step) });
    case 'order':
      return t('changes.order', { list: change.list, steps: change.steps.map(title).join(', ') });
    case 'changed': {
      const { step, fields } = change;
      const told = fields.map((field) => fieldSentence(t, step.provider, field));
      return t('changes.changed', { step: title(step), fields: told.join('; ') });
    }
  }
}

const stepFields = { provider: 'provider', name: 'stepName', summary: 'summary', notes: 'notes' } as const;

function fieldSentence(t: WorkflowTexts, provider: string, { of, name, from, to }: FieldChange): string {
  if (of === 'step') return t(`changes.${stepFields[name as keyof typeof stepFields]}`);
  const field = fieldLabel(t, provider, name);
  const word = (value: string) => choiceWord(t, provider, name, value);
  if (from !== undefined && to !== undefined) {
    return t('changes.fieldChanged', { field, from: word(from), to: word(to) });
  }
  if (to !== undefined) return t('changes.fieldSet', { field, to: word(to) });
  if (from !== undefined) return t('changes.fieldUnset', { field });
  return t('changes.fieldOther', { field });
}
