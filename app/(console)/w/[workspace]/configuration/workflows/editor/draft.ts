/** A step as it is being edited. What the form has no field for is kept as it is. */
export interface DraftStep {
  id: string;
  provider: string;
  name?: string;
  config?: Record<string, unknown>;
  summary?: string;
  notes?: string;
}

export type List = 'steps' | 'rescue';
export const lists = ['steps', 'rescue'] as const;

/** What a version keeps, as it is being edited. Secrets are `********`. */
export interface Draft extends Record<List, DraftStep[]> {
  name: string;
  description: string;
}

export const draftOf = ({ name, description, steps, rescue }: Draft): Draft => ({
  name,
  description,
  steps: steps.map(inOrder),
  rescue: rescue.map(inOrder),
});

/** The database gives keys back in an order of its own. */
function inOrder({ id, name, provider, config, ...rest }: DraftStep): DraftStep {
  return { id, ...(name === undefined ? {} : { name }), provider, ...(config ? { config } : {}), ...rest };
}

export const isSame = (one: Draft, other: Draft) => textOf(one) === textOf(other);

/** The JSON view of a draft. */
export const textOf = (draft: Draft) => `${JSON.stringify(draftOf(draft), null, 2)}\n`;

/** Changes one step, wherever it is. */
export function withStep(draft: Draft, id: string, change: (step: DraftStep) => DraftStep): Draft {
  const changed = (step: DraftStep) => (step.id === id ? change(step) : step);
  return { ...draft, steps: draft.steps.map(changed), rescue: draft.rescue.map(changed) };
}

export function withNew(draft: Draft, list: List, index: number, step: DraftStep): Draft {
  return { ...draft, [list]: draft[list].toSpliced(index, 0, step) };
}

export const without = (draft: Draft, list: List, id: string): Draft => ({
  ...draft,
  [list]: draft[list].filter((step) => step.id !== id),
});

/** Puts a step in another place of its list. */
export function withMoved(draft: Draft, list: List, from: number, to: number): Draft {
  const step = draft[list][from];
  if (!step || !draft[list][to]) return draft;
  return { ...draft, [list]: draft[list].toSpliced(from, 1).toSpliced(to, 0, step) };
}

/** Sets one thing of a step's configuration; `undefined` leaves it out. */
export function withConfig(step: DraftStep, name: string, value: unknown): DraftStep {
  const entries = Object.entries({ ...step.config, [name]: value });
  const config = Object.fromEntries(entries.filter(([, each]) => each !== undefined));
  const changed: DraftStep = { ...step, config };
  if (step.summary) changed.summary = summaryAfter(step.summary, step.config, config);
  if (entries.length === 1 && value === undefined) delete changed.config;
  return changed;
}

type Config = Record<string, unknown>;

/** The templates describe a state in a form of their own, which must not go on telling of the old one. */
function summaryAfter(summary: string, before: Config | undefined, after: Config): string {
  const formOf = (state: unknown) => `Set state to \`${state}\`{.state .${state}}`;
  return summary === formOf(before?.state) ? formOf(after.state) : summary;
}

/** What is saved, as the editor begins with it. */
export interface SavedWorkflow {
  id: string;
  version: number;
  draft: Draft;
}
