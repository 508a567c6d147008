/** Offsets of a DER element: `[start, content)` is its tag and length, `[content, end)` its value. */
export interface DerElement {
  tag: number;
  start: number;
  content: number;
  end: number;
}

export type DerFault =
  | 'truncated'
  | 'indefinite-length'
  | 'trailing-bytes'
  | 'too-deep'
  | 'too-many-nodes'
  | 'bad-tag';

/** Certificates have about 70 nodes in 8 levels. A p7b file with eight certificates has about 500 nodes. */
const maxDepth = 32;
const maxNodes = 5000;

/** Returns the element at `start`; undefined if its header is not DER or it extends past `limit`. */
export function readElement(der: Uint8Array, start: number, limit = der.length): DerElement | undefined {
  const element = readHeader(der, start, limit);
  return typeof element === 'string' ? undefined : element;
}

/** Returns the child elements of `parent`; an empty list if any of them is not DER. */
export function childrenOf(der: Uint8Array, parent: DerElement): DerElement[] {
  const children: DerElement[] = [];
  let position = parent.content;
  while (position < parent.end) {
    const child = readElement(der, position, parent.end);
    if (!child) return [];
    children.push(child);
    position = child.end;
  }
  return children;
}

/**
 * Checks untrusted bytes before they reach a parser: definite lengths only, bounded depth and node count,
 * nothing after the end. Iterative, so that deep nesting cannot exhaust the stack.
 */
export function findDerFault(der: Uint8Array): DerFault | undefined {
  const root = readHeader(der, 0, der.length);
  if (typeof root === 'string') return root;
  if (root.end !== der.length) return 'trailing-bytes';

  const ends: number[] = [];
  let position = 0;
  let nodes = 0;
  while (position < der.length) {
    const limit = ends.at(-1) ?? der.length;
    if (position === limit) {
      ends.pop();
      continue;
    }
    nodes += 1;
    if (nodes > maxNodes) return 'too-many-nodes';
    const element = readHeader(der, position, limit);
    if (typeof element === 'string') return element;
    const isConstructed = (element.tag & 0x20) !== 0;
    if (!isConstructed) {
      position = element.end;
      continue;
    }
    if (ends.length >= maxDepth) return 'too-deep';
    ends.push(element.end);
    position = element.content;
  }
  return undefined;
}

function readHeader(der: Uint8Array, start: number, limit: number): DerElement | DerFault {
  const tag = der[start];
  const first = der[start + 1];
  if (tag === undefined || first === undefined || start + 2 > limit) return 'truncated';
  // Tag 0 is BER's end-of-contents. Tag numbers above 30 occur in none of the formats read here.
  if (tag === 0 || (tag & 0x1f) === 0x1f) return 'bad-tag';
  if (first === 0x80) return 'indefinite-length';

  let length = first;
  let content = start + 2;
  if (first > 0x80) {
    const octets = first & 0x7f;
    // Three octets allow 16 MiB, far above the upload limit.
    if (octets > 3) return 'truncated';
    length = 0;
    for (let index = 0; index < octets; index += 1) length = length * 256 + (der[content + index] ?? 0);
    content += octets;
  }
  const end = content + length;
  if (end > limit) return 'truncated';
  return { tag, start, content, end };
}
