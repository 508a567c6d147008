import { useTranslations } from 'next-intl';
import { type Draft, type DraftStep, type List, lists } from './editor/draft.ts';
import { choiceWord, type DefaultTitles, fieldLabel, stepTitle, type WorkflowTexts } from './texts.ts';

/** A difference between two versions, as shown by `ChangeList`. */
export type Change =
  | { kind: 'name'; from: string; to: string }
  | { kind: 'description' }
  | { kind: 'added' | 'removed'; list: List; step: DraftStep }
  | { kind: 'order'; list: List; steps: DraftStep[] }
  | { kind: 'changed'; list: List; step: DraftStep; fields: FieldChange[] };

interface FieldChange {
  /** `config`: a field of the configuration; `step`: of the step itself. */
  of: 'config' | 'step';
  name: string;
  /** Absent if it did not exist, or is neither text nor number. */
  from?: string;
  to?: string;
}

/** Matches steps by id, whatever their position. */
export function changesBetween(before: Draft, after: Draft): Change[] {
  const changes: Change[] = [];
  if (before.name !== after.name) changes.push({ kind: 'name', from: before.name, to: after.name });
  if (before.description !== after.description) changes.push({ kind: 'description' });
  for (const list of lists) changes.push(...changesIn(list, before[list], after[list]));
  return changes;
}

function changesIn(list: List, before: DraftStep[], after: DraftStep[]): Change[] {
  const old = new Map(before.map((step) => [step.id, step]));
  const now = new Map(after.map((step) => [step.id, step]));
  const kept = after.filter(({ id }) => old.has(id));
  const order = before.filter(({ id }) => now.has(id)).map(({ id }) => id);
  const isReordered = kept.some(({ id }, index) => id !== order[index]);
  return [
    ...before.filter(({ id }) => !now.has(id)).map((step) => ({ kind: 'removed', list, step }) as const),
    ...after.filter(({ id }) => !old.has(id)).map((step) => ({ kind: 'added', list, step }) as const),
    ...(isReordered ? [{ kind: 'order', list, steps: after } as const] : []),
    ...kept.flatMap((step) => {
      const fields = fieldChanges(old.get(step.id) ?? step, step);
      return fields.length ? [{ kind: 'changed', list, step, fields } as const] : [];
    }),
  ];
}

function fieldChanges(before: DraftStep, after: DraftStep): FieldChange[] {
  const names = (['provider', 'name', 'summary', 'notes'] as const).flatMap((name) =>
    before[name] === after[name] ? [] : [{ of: 'step' as const, name }],
  );
  const [old, now] = [before.config ?? {}, after.config ?? {}];
  const config = [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) =>
    JSON.stringify(old[name]) === JSON.stringify(now[name])
      ? []
      : [{ of: 'config' as const, name, ...shown('from', old[name]), ...shown('to', now[name]) }],
  );
  // The form derives a template's summary from the configuration, so its change is not listed separately.
  return [...names.filter(({ name }) => name !== 'summary' || config.length === 0), ...config];
}

const shown = <Side extends 'from' | 'to'>(side: Side, value: unknown): { [Key in Side]?: string } =>
  typeof value === 'string' || typeof value === 'number' ? ({ [side]: String(value) } as object) : {};

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
      const sentences = fields.map((field) => fieldSentence(t, step.provider, field));
      return t('changes.changed', { step: title(step), fields: sentences.join('; ') });
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

/** A line, and whether the other text lacks it at this position. */
export interface ComparedLine {
  text: string;
  isChanged: boolean;
}

/** Compares two texts by lines. Lines of the longest common subsequence are unchanged. */
export function compareLines(one: string, other: string): [ComparedLine[], ComparedLine[]] {
  const [left, right] = [one.split('\n'), other.split('\n')];
  const common = commonLengths(left, right);
  const [kept, keptRight] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      kept.add(i++);
      keptRight.add(j++);
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  const marked = (lines: string[], unchanged: Set<number>) =>
    lines.map((text, index) => ({ text, isChanged: !unchanged.has(index) }));
  return [marked(left, kept), marked(right, keptRight)];
}

/** Lengths of the longest common subsequences of both texts' remainders, for each pair of positions. */
function commonLengths(left: string[], right: string[]): Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    const [row, below] = [lengths[i], lengths[i + 1]];
    if (!row || !below) continue;
    for (let j = right.length - 1; j >= 0; j--) {
      row[j] = left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
