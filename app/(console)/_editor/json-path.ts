/** A JSON value's members are reached by name, an array's items by index. */
export type Path = readonly (string | number)[];

export type Members = Record<string, unknown>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, part) => {
    if (typeof part === 'number') return Array.isArray(inside) ? inside[part] : undefined;
    return isMembers(inside) && Object.hasOwn(inside, part) ? inside[part] : undefined;
  }, value);
}

/** `value` with `next` at `path`, everything else as it was and where it was; undefined takes it away. */
export function withValue(value: unknown, [part, ...rest]: Path, next: unknown): unknown {
  if (part === undefined) return next;
  if (typeof part === 'number') {
    const items = Array.isArray(value) ? value : [];
    const item = withValue(items[part], rest, next);
    return item === undefined ? items.toSpliced(part, 1) : items.toSpliced(part, 1, item);
  }
  const members = isMembers(value) ? value : {};
  const member = withValue(valueAt(members, [part]), rest, next);
  // Through a map: a name such as `__proto__` stays a name.
  const kept = new Map(Object.entries(members));
  if (member === undefined) kept.delete(part);
  else kept.set(part, member);
  return Object.fromEntries(kept);
}

/** Without what is at `path`, and without what that leaves empty. */
export function withoutValue(value: unknown, path: Path): unknown {
  const rest = withValue(value, path, undefined);
  const above = path.slice(0, -1);
  const left = valueAt(rest, above);
  const isEmpty = above.length > 0 && (!left || Object.keys(left).length === 0);
  return isEmpty ? withoutValue(rest, above) : rest;
}

export const membersAt = (value: unknown, path: Path): Members => {
  const there = valueAt(value, path);
  return isMembers(there) ? there : {};
};

export const itemsAt = (value: unknown, path: Path): unknown[] => {
  const there = valueAt(value, path);
  return Array.isArray(there) ? there : [];
};

/**
 * The parts of a fault's path, such as `$.emails[0].addr`. Names may have dots of their own: the longest name that
 * is there is the one that is meant.
 */
export function partsOf(path: string, document: unknown): Path {
  const parts: (string | number)[] = [];
  let inside = document;
  let rest = path.replace(/^\$/, '');
  while (rest) {
    const [index] = /^\[\d+\]/.exec(rest) ?? [];
    const part = index ? Number(index.slice(1, -1)) : nameAtStart(rest, inside);
    parts.push(part);
    inside = valueAt(inside, [part]);
    rest = rest.slice(index ? index.length : part.toString().length + 1);
  }
  return parts;
}

function nameAtStart(rest: string, inside: unknown): string {
  const known = Object.keys(isMembers(inside) ? inside : {})
    .filter((name) => rest.startsWith(`.${name}`) && /^($|[.[])/.test(rest.slice(name.length + 1)))
    .sort((a, b) => b.length - a.length);
  return known[0] ?? /^\.?([^.[]*)/.exec(rest)?.[1] ?? '';
}

/** The text is what counts: the form and the list of faults read it, the form writes it anew. */
export type ReadText = { ok: true; value: unknown } | { ok: false };

export function readText(text: string): ReadText {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

export const writeText = (value: unknown): string => JSON.stringify(value, null, 2);

/** Where the document stands in what was typed: in the envelope that an entry comes in from the API, or bare. */
export function placeOfDocument(value: unknown): Path {
  const schema = valueAt(value, ['$schema']);
  const isEnvelope = typeof schema === 'string' && schema.endsWith('/envelope');
  return isEnvelope && isMembers(valueAt(value, ['doc'])) ? ['doc'] : [];
}

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
  faults: readonly { parts: Path; message: string }[];
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
