import type { useTranslations } from 'next-intl';

export type WorkflowTexts = ReturnType<typeof useTranslations<'console.workflows'>>;

interface TitledStep {
  provider: string;
  name?: string | undefined;
  config?: Record<string, unknown> | undefined;
}

/** Default titles of steps, by provider. */
export type DefaultTitles = ReadonlyMap<string, { title: string }>;

/** Key of a provider in the messages, whose keys cannot contain dots. */
export const providerKey = (id: string) => id.replaceAll('.', '_');

/** Title of a step: its name, or else a description in the reader's language. */
export function stepTitle(t: WorkflowTexts, step: TitledStep, defaults: DefaultTitles): string {
  const given = step.name?.trim();
  if (given && given !== defaults.get(step.provider)?.title) return given;
  const state = step.config?.state;
  if (step.provider === 'silo.state' && typeof state === 'string') {
    return t('providers.silo_state.titled', { state: stateWord(t, state) });
  }
  return providerTitle(t, step.provider, defaults);
}

/** Title of a provider in the reader's language, or else its default title. */
export function providerTitle(t: WorkflowTexts, id: string, defaults: DefaultTitles): string {
  const key = `providers.${providerKey(id)}.title`;
  return t.has(key as never) ? t(key as never) : (defaults.get(id)?.title ?? id);
}

function stateWord(t: WorkflowTexts, state: string): string {
  const key = `states.${state}`;
  return /^[a-z]+$/.test(state) && t.has(key as never) ? t(key as never) : state;
}

/** Label of a configuration field in the reader's language, or else its name. */
export function fieldLabel(t: WorkflowTexts, provider: string, field: string): string {
  return fieldText(t, provider, field, 'label') ?? field;
}

export function fieldHint(t: WorkflowTexts, provider: string, field: string): string | undefined {
  return fieldText(t, provider, field, 'hint');
}

/** Label of a choice in the reader's language, or else its value. */
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
