import { faultKey } from '#console/_fault-key.ts';
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
  problem: Problem,
  draft: Draft,
  providers: Providers,
): string {
  const { code, message, path } = problem;
  const step = [...draft.steps, ...draft.rescue].find(({ id }) => id === problem.step);
  // Of what is empty only that is to be said, whatever rule it breaks.
  const [, field] = /^config\.([^.]+)$/.exec(path) ?? [];
  if (step && field && step.config?.[field] === undefined) return common('too_small' as never);
  if (t.has(`faults.${code}` as never)) {
    const needs = providers.get(step?.provider ?? '')?.needs;
    const values = { needs: needs ? providerTitle(t, needs, providers) : '' };
    return t(`faults.${code}` as 'faults.missing-step', values);
  }
  const key = faultKey(problem) as never;
  return common.has(key) ? common(key) : message;
}
