import { isObject, type Members, membersOf } from '#lib/documents/json.ts';

/** Path into a JSON value: names for objects, indexes for arrays. */
export type Path = readonly (string | number)[];

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, part) => {
    if (typeof part === 'number') return Array.isArray(inside) ? inside[part] : undefined;
    return isObject(inside) && Object.hasOwn(inside, part) ? inside[part] : undefined;
  }, value);
}

/** A copy of `value` with `next` at `path` and the order unchanged; undefined removes the member. */
export function withValue(value: unknown, [part, ...rest]: Path, next: unknown): unknown {
  if (part === undefined) return next;
  if (typeof part === 'number') {
    const items = Array.isArray(value) ? value : [];
    const item = withValue(items[part], rest, next);
    return item === undefined ? items.toSpliced(part, 1) : items.toSpliced(part, 1, item);
  }
  const members = membersOf(value);
  const member = withValue(valueAt(members, [part]), rest, next);
  // A map treats a name such as `__proto__` as an ordinary name.
  const entries = new Map(Object.entries(members));
  if (member === undefined) entries.delete(part);
  else entries.set(part, member);
  return Object.fromEntries(entries);
}

/** Removes the value at `path`, and any parent that becomes empty. */
export function withoutValue(value: unknown, path: Path): unknown {
  const rest = withValue(value, path, undefined);
  const above = path.slice(0, -1);
  const left = valueAt(rest, above);
  const isEmpty = above.length > 0 && (!left || Object.keys(left).length === 0);
  return isEmpty ? withoutValue(rest, above) : rest;
}

export const membersAt = (value: unknown, path: Path): Members => {
  const there = valueAt(value, path);
  return membersOf(there);
};

export const itemsAt = (value: unknown, path: Path): unknown[] => {
  const there = valueAt(value, path);
  return Array.isArray(there) ? there : [];
};

/**
 * Parts of a fault's path, such as `$.emails[0].addr`. Names may contain dots: the longest existing name
 * wins.
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
  const known = Object.keys(membersOf(inside))
    .filter((name) => rest.startsWith(`.${name}`) && /^($|[.[])/.test(rest.slice(name.length + 1)))
    .sort((a, b) => b.length - a.length);
  return known[0] ?? /^\.?([^.[]*)/.exec(rest)?.[1] ?? '';
}

/**
 * A text parsed as JSON. The text is the source of truth: the form and the list of faults read it, and the
 * form rewrites it.
 */
export type ReadText = { ok: true; value: unknown } | { ok: false };

export function readText(text: string): ReadText {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

export const writeText = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * Path of the document in the typed text: inside a GOBL envelope, as entries come in from the API, or at the
 * top.
 */
export function placeOfDocument(value: unknown): Path {
  const schema = valueAt(value, ['$schema']);
  const isEnvelope = typeof schema === 'string' && schema.endsWith('/envelope');
  return isEnvelope && isObject(valueAt(value, ['doc'])) ? ['doc'] : [];
}

/** A form's access to the document: read values, show faults, write values. */
export interface FormField {
  document: unknown;
  read: (path: Path) => string;
  /** Message of the first path with a fault. A field may also show the faults of paths without a field. */
  errorAt: (...paths: Path[]) => string | undefined;
  /** Undefined removes the member. */
  write: (path: Path, value: unknown) => void;
  /** Like `write`; an empty text removes the member and any parent that becomes empty. */
  put: (path: Path, value: string) => void;
  change: (changed: (document: unknown) => unknown) => void;
  place: (path: Path) => string;
}

/** Changes the current text, which may be newer than the one on the screen. */
export type TextEdit = (text: string) => string;

interface Edited {
  whole: unknown;
  /** Path of the document in `whole`. */
  at: Path;
  faults: readonly { parts: Path; message: string }[];
  onEdit: (edit: TextEdit) => void;
}

export function formFieldOf({ whole, at, faults, onEdit }: Edited): FormField {
  const document = valueAt(whole, at);
  const change: FormField['change'] = (changed) =>
    onEdit((text) => {
      const current = readText(text);
      if (!current.ok) return text;
      const place = placeOfDocument(current.value);
      return writeText(withValue(current.value, place, changed(valueAt(current.value, place))));
    });
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

/** Text of a string or number. Other values can be edited only in the JSON view. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const isSame = (a: Path, b: Path) => a.length === b.length && a.every((part, index) => part === b[index]);

/** Focuses a field, unfolding its section if necessary. */
export function goToInput(input: HTMLElement, options?: FocusOptions): void {
  const folded = input.closest('details');
  if (folded) folded.open = true;
  input.focus(options);
}

/** The field of this path, the first one below it, or else the closest one above it. */
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
