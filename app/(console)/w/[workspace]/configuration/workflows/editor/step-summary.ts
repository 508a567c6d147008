'use client';

import { useTranslations } from 'next-intl';
import { choiceWord, fieldLabel } from '../field-label.ts';
import type { DraftStep } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { fieldsOf } from './fields.ts';

/** The configuration in a line; of a state the title says it already, and a secret is nobody's to read. */
export function useSummary(step: DraftStep): string {
  const t = useTranslations('console.workflows');
  const { providers } = useEditor();
  const provider = providers.get(step.provider);
  if (!provider || step.provider === 'silo.state') return '';
  return fieldsOf(provider)
    .flatMap(({ name, isSecret, shape }) => {
      const value = step.config?.[name];
      if (isSecret || (typeof value !== 'string' && typeof value !== 'number')) return [];
      const text =
        shape.kind === 'choice' ? choiceWord(t, step.provider, name, String(value)) : String(value);
      return [`${fieldLabel(t, step.provider, name)}: ${text}`];
    })
    .join(' · ');
}
