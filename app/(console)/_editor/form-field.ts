import { writeText } from './document-text.ts';
import type { PlacedFault } from './faults.ts';
import { type Path, valueAt, withoutValue, withValue } from './json-path.ts';

/** What the fields of a form need: what stands at their place, what is wrong with it, and how it is written. */
export interface FormField {
  document: unknown;
  read: (path: Path) => string;
  /** Of the first of the places that has one: what has no field of its own is told at another's. */
  errorAt: (...paths: Path[]) => string | undefined;
  /** Undefined takes the field away. */
  write: (path: Path, value: unknown) => void;
  /** The same, and an empty text takes away with the field what it leaves empty. */
  put: (path: Path, value: string) => void;
  /** Several at once. */
  change: (changed: (document: unknown) => unknown) => void;
  /** How an input says which place of the document it is for. */
  place: (path: Path) => string;
}

interface Edited {
  whole: unknown;
  /** Where the document stands in it. */
  at: Path;
  faults: readonly PlacedFault[];
  onChange: (text: string) => void;
}

export function formFieldOf({ whole, at, faults, onChange }: Edited): FormField {
  const document = valueAt(whole, at);
  const change: FormField['change'] = (changed) => {
    onChange(writeText(at.length === 0 ? changed(document) : withValue(whole, at, changed(document))));
  };
  return {
    document,
    read: (path) => textOf(valueAt(document, path)),
    errorAt: (...paths) => {
      const isAt = (path: Path) => faults.find(({ parts }) => isSame(parts, [...at, ...path]))?.message;
      return paths.map(isAt).find((message) => message !== undefined);
    },
    write: (path, value) => change((before) => withValue(before, path, value)),
    put: (path, value) =>
      change((before) => (value === '' ? withoutValue(before, path) : withValue(before, path, value))),
    change,
    place: (path) => placeKey([...at, ...path]),
  };
}

const placeKey = (path: Path) => path.join('.');

/** What is there but is no text is for the JSON view. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const isSame = (a: Path, b: Path) => a.length === b.length && a.every((part, index) => part === b[index]);

/** Takes somebody to a field, also where it is folded away. */
export function goToInput(input: HTMLElement, options?: FocusOptions): void {
  const folded = input.closest('details');
  if (folded) folded.open = true;
  input.focus(options);
}

/** The field of the place, the first one inside of it, or else the one that holds it. */
export function inputAt(form: HTMLElement | null, parts: Path): HTMLElement | undefined {
  const inputs = [...(form?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
  const wanted = placeKey(parts);
  const around = inputs
    .filter(({ dataset: { place } }) => place && wanted.startsWith(`${place}.`))
    .sort((one, other) => (other.dataset.place?.length ?? 0) - (one.dataset.place?.length ?? 0));
  return (
    inputs.find(({ dataset }) => dataset.place === wanted) ??
    inputs.find(({ dataset }) => dataset.place?.startsWith(`${wanted}.`)) ??
    around[0]
  );
}
