import { providerKey, stateWord, type WorkflowTexts } from './step-title.ts';

/** What a field of a provider's configuration is called; its own name when it has no text yet. */
export function fieldLabel(t: WorkflowTexts, provider: string, field: string): string {
  return fieldText(t, provider, field, 'label') ?? field;
}

export function fieldHint(t: WorkflowTexts, provider: string, field: string): string | undefined {
  return fieldText(t, provider, field, 'hint');
}

/** A value that a field can be chosen to have; the value itself when it has no text. */
export function choiceWord(t: WorkflowTexts, provider: string, field: string, value: string): string {
  if (provider === 'silo.state') return stateWord(t, value);
  return fieldText(t, provider, field, `choices.${value}`) ?? value;
}

function fieldText(
  t: WorkflowTexts,
  provider: string,
  field: string,
  which: 'label' | 'hint' | `choices.${string}`,
) {
  const key = `providers.${providerKey(provider)}.fields.${field}.${which}`;
  return t.has(key as never) ? String(t(key as never)) : undefined;
}
