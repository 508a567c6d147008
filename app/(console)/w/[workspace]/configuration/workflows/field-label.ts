import { providerKey, type WorkflowTexts } from './step-title.ts';

/** What a field of a provider's configuration is called; its own name when it has no text yet. */
export function fieldLabel(t: WorkflowTexts, provider: string, field: string): string {
  return fieldText(t, provider, field, 'label') ?? field;
}

export function fieldHint(t: WorkflowTexts, provider: string, field: string): string | undefined {
  return fieldText(t, provider, field, 'hint');
}

function fieldText(t: WorkflowTexts, provider: string, field: string, which: 'label' | 'hint') {
  const key = `providers.${providerKey(provider)}.fields.${field}.${which}`;
  return t.has(key as never) ? String(t(key as never)) : undefined;
}
