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
