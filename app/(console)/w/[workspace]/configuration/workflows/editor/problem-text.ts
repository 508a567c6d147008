import { providerTitle, type WorkflowTexts } from '../step-title.ts';
import type { Draft } from './draft.ts';
import type { Providers } from './fields.ts';
import type { Problem } from './problems.ts';

/** The texts of what any field can have wrong, in `console.errors`. */
interface CommonTexts {
  (key: never): string;
  has(key: never): boolean;
}

export function problemText(
  t: WorkflowTexts,
  common: CommonTexts,
  { code, message, step }: Problem,
  draft: Draft,
  providers: Providers,
): string {
  if (t.has(`faults.${code}` as never)) {
    const provider = [...draft.steps, ...draft.rescue].find(({ id }) => id === step)?.provider ?? '';
    const needs = providers.get(provider)?.needs;
    const values = { needs: needs ? providerTitle(t, needs, providers) : '' };
    return t(`faults.${code}` as 'faults.missing-step', values);
  }
  return common.has(code as never) ? common(code as never) : message;
}
