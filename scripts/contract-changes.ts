import { isDeepStrictEqual } from 'node:util';

/** A difference between two contracts that a client may notice. */
export interface Change {
  verdict: 'breaking' | 'additive';
  /** `GET /entries: answer 200: list[].state` */
  at: string;
  what: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Compares two OpenAPI documents of one service and version. Descriptions are ignored. */
export function changesBetween(before: Node, after: Node): Change[] {
  const changes: Change[] = [];
  const documents = { before, after };
  const report: Report = (verdict, at, what) => {
    if (!changes.some((change) => change.at === at && change.what === what))
      changes.push({ verdict, at, what });
  };
  const paths = (document: Node) => document.paths as Record<string, Record<string, Node>>;
  for (const path of union(paths(before), paths(after))) {
    for (const method of methods) {
      const old = paths(before)[path]?.[method];
      const now = paths(after)[path]?.[method];
      const at = `${method.toUpperCase()} ${path}`;
      if (old && !now) report('breaking', at, 'is gone');
      if (!old && now) report('additive', at, 'is new');
      if (old && now) compareOperations(old, now);
      function compareOperations(old: Node, now: Node) {
        if (old.operationId !== now.operationId) report('breaking', at, 'has another operation id');
        compareKeys(at, old, now);
        compareParameters(at, old, now);
        compareBodies(at, old.requestBody as Node | undefined, now.requestBody as Node | undefined);
        compareAnswers(at, old.responses as Contents, now.responses as Contents);
      }
    }
  }
  const messages = (document: Node) =>
    (document.webhooks ?? {}) as Record<string, { post: { requestBody: { content: Contents } } }>;
  for (const name of union(messages(before), messages(after))) {
    const [old, now] = [messages(before)[name], messages(after)[name]];
    const at = `webhook ${name}`;
    if (old && !now) report('breaking', at, 'is gone');
    if (!old && now) report('additive', at, 'is new');
    // Whoever receives a message is in the place of whoever receives an answer.
    if (old && now)
      compareContents(`${at}: body`, old.post.requestBody.content, now.post.requestBody.content, 'answer');
  }
  if (JSON.stringify(before.security) !== JSON.stringify(after.security))
    report('breaking', 'the service', 'requires another authentication');
  return changes;

  /** The old ways to authenticate must remain; a new one is additive. */
  function compareKeys(at: string, old: Node, now: Node): void {
    const ways = (operation: Node, document: Node) =>
      ((operation.security ?? document.security ?? []) as Node[]).map((way) => JSON.stringify(way));
    const [was, is] = [ways(old, before), ways(now, after)];
    if (was.some((way) => !is.includes(way)) || (was.length === 0 && is.length > 0))
      report('breaking', at, 'requires another authentication');
    else if (is.some((way) => !was.includes(way))) report('additive', at, 'accepts another authentication');
  }

  function compareParameters(at: string, old: Node, now: Node): void {
    const list = (of: Node) => (of.parameters ?? []) as Node[];
    const twin = (of: Node[], { name, in: where }: Node) =>
      of.find((each) => each.name === name && each.in === where);
    for (const parameter of list(old)) {
      const there = twin(list(now), parameter);
      const here = `${at}: ${parameter.in} ${parameter.name}`;
      if (!there) report('breaking', here, 'is gone');
      else {
        if (there.required && !parameter.required) report('breaking', here, 'is required now');
        if (!there.required && parameter.required) report('additive', here, 'may be left out now');
        compareSchemas(documents, parameter.schema, there.schema, { side: 'request', at: here, report });
      }
    }
    for (const parameter of list(now).filter((each) => !twin(list(old), each))) {
      const here = `${at}: ${parameter.in} ${parameter.name}`;
      report(parameter.required ? 'breaking' : 'additive', here, 'is new');
    }
  }

  function compareBodies(at: string, old: Node | undefined, now: Node | undefined): void {
    if (!old && now) report(now.required ? 'breaking' : 'additive', `${at}: body`, 'is new');
    if (old && !now) report('breaking', `${at}: body`, 'is gone');
    if (!old || !now) return;
    if (now.required && !old.required) report('breaking', `${at}: body`, 'is required now');
    compareContents(`${at}: body`, old.content as Contents, now.content as Contents, 'request');
  }

  function compareAnswers(at: string, old: Contents, now: Contents): void {
    const newHeaders = new Set<string>();
    for (const status of union(old, now)) {
      const here = `${at}: answer ${status}`;
      const was = old[status] && resolve(before, old[status]);
      const is = now[status] && resolve(after, now[status]);
      // A missing error response breaks no client.
      if (was && !is) report(status < '400' ? 'breaking' : 'additive', here, 'is gone');
      if (!was && is) report('additive', here, 'is new');
      if (was && is) {
        compareHeaders(here, was, is);
        compareContents(here, (was.content ?? {}) as Contents, (is.content ?? {}) as Contents, 'answer');
      }
    }
    if (newHeaders.size)
      report('additive', `${at}: answers`, `have the headers ${[...newHeaders].join(', ')}`);

    /** Ignores case. New headers are reported once, whichever responses have them. */
    function compareHeaders(here: string, was: Node, is: Node): void {
      const [old, now] = [headersOf(before, was), headersOf(after, is)];
      for (const [name, header] of old) {
        const there = now.get(name);
        if (!there) report('breaking', `${here}: header ${name}`, 'is gone');
        else if (header.required && !there.required)
          report('breaking', `${here}: header ${name}`, 'may be absent');
      }
      for (const name of now.keys()) if (!old.has(name)) newHeaders.add(name);
    }
  }

  function compareContents(at: string, old: Contents, now: Contents, side: 'request' | 'answer'): void {
    for (const type of union(old, now)) {
      const [was, is] = [old[type], now[type]];
      if (was && !is) report('breaking', `${at}: ${type}`, 'is gone');
      if (!was && is) report('additive', `${at}: ${type}`, 'is new');
      if (was && is) compareSchemas(documents, was.schema, is.schema, { side, at, report });
    }
  }
}

type Contents = Record<string, Node>;

const union = (a: object, b: object): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])];

const headersOf = (document: Node, { headers = {} }: Node) =>
  new Map(
    Object.entries(headers as Contents).map(([name, header]) => [
      name.toLowerCase(),
      resolve(document, header),
    ]),
  );

type Node = Record<string, unknown>;
type Report = (verdict: 'breaking' | 'additive', at: string, what: string) => void;

interface Documents {
  before: Node;
  after: Node;
}
interface Place {
  /** The rules differ: a request may accept more, a response may have more members. */
  side: 'request' | 'answer';
  at: string;
  report: Report;
  /** Pairs of references under comparison, so that recursive schemas terminate. */
  within?: readonly string[];
}

function resolve(document: Node, node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const parts = node.$ref.replace(/^#\//, '').split('/');
  return parts.reduce<unknown>((place, part) => (place as Node)[part], document) as Node;
}

/** Reports each difference between two schemas. Descriptions are ignored. */
function compareSchemas(documents: Documents, before: unknown, after: unknown, place: Place): void {
  const [oldNode, newNode] = [(before ?? {}) as Node, (after ?? {}) as Node];
  const pair = [oldNode, newNode].map((node) => node.$ref ?? JSON.stringify(node)).join(' ');
  const referring = oldNode.$ref !== undefined || newNode.$ref !== undefined;
  if (referring && place.within?.includes(pair)) return;
  const within = referring ? [...(place.within ?? []), pair] : (place.within ?? []);
  const old = resolve(documents.before, oldNode);
  const now = resolve(documents.after, newNode);
  const inner = { ...place, within };
  if (branches(old) || branches(now)) {
    compareBranches(documents, branches(old) ?? [old], branches(now) ?? [now], inner);
    return;
  }
  compareTypes(old, now, place);
  compareEnums(old, now, place);
  for (const name of ['format', 'pattern'] as const) compareRule(name, old, now, place);
  for (const name of ['maximum', 'maxLength', 'maxItems', 'maxProperties'])
    compareBound(name, 1, old, now, place);
  for (const name of ['minimum', 'minLength', 'minItems', 'minProperties'])
    compareBound(name, -1, old, now, place);
  if (place.side === 'request' && !isDeepStrictEqual(old.default, now.default))
    place.report('breaking', place.at, 'has another default');
  compareMembers(documents, old, now, inner);
  if (old.items || now.items) {
    compareSchemas(documents, old.items, now.items, { ...inner, at: `${place.at}[]` });
  }
  if (isNode(old.propertyNames) || isNode(now.propertyNames)) {
    compareSchemas(documents, old.propertyNames, now.propertyNames, { ...inner, at: `${place.at}{name}` });
  }
  compareOthers(documents, old.additionalProperties, now.additionalProperties, inner);
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const branches = (node: Node) => (node.anyOf ?? node.oneOf) as Node[] | undefined;

/** Every old alternative must remain. Another one is breaking in a response and additive in a request. */
function compareBranches(documents: Documents, old: Node[], now: Node[], place: Place): void {
  const fits = (was: Node, is: Node) => {
    let sound = true;
    const report: Report = (verdict) => {
      sound &&= verdict === 'additive';
    };
    compareSchemas(documents, was, is, { ...place, report });
    return sound;
  };
  const lost = old.filter((was) => !now.some((is) => fits(was, is)));
  if (lost.length) place.report('breaking', place.at, 'has lost an alternative');
  const more = now.filter((is) => !old.some((was) => fits(was, is)));
  if (more.length)
    place.report(place.side === 'request' ? 'additive' : 'breaking', place.at, 'has another alternative');
}

function compareTypes(old: Node, now: Node, { side, at, report }: Place): void {
  const [was, is] = [old.type, now.type].map((type) =>
    type === undefined ? undefined : [type].flat().sort(),
  );
  if (isDeepStrictEqual(was, is)) return;
  const isWider = was !== undefined && (is === undefined || was.every((type) => is.includes(type)));
  report(
    side === 'request' && isWider ? 'additive' : 'breaking',
    at,
    `was ${was ?? 'anything'}, is ${is ?? 'anything'}`,
  );
}

function compareEnums(old: Node, now: Node, { side, at, report }: Place): void {
  const valuesOf = (node: Node) => {
    if ('const' in node) return [node.const];
    return (node.enum as unknown[] | undefined) ?? (node.type === 'boolean' ? [true, false] : undefined);
  };
  const [was, is] = [valuesOf(old), valuesOf(now)];
  if (!was && is) report(side === 'request' ? 'breaking' : 'additive', at, `may only be ${is.join(', ')}`);
  if (was && !is) report(side === 'request' ? 'additive' : 'breaking', at, 'may be anything');
  if (!was || !is) return;
  for (const value of was.filter((each) => !is.includes(each)))
    report('breaking', at, `lost the value ${value}`);
  for (const value of is.filter((each) => !was.includes(each)))
    report('additive', at, `has the new value ${value}`);
}

function compareRule(name: 'format' | 'pattern', old: Node, now: Node, { side, at, report }: Place): void {
  if (old[name] === now[name]) return;
  const isDropped = now[name] === undefined;
  const verdict = side === 'request' && isDropped ? 'additive' : 'breaking';
  report(verdict, at, isDropped ? `no longer has a ${name}` : `has the ${name} ${now[name]}`);
}

/** `direction` 1: an upper bound. Widening it is additive in a request and breaking in a response. */
function compareBound(
  name: string,
  direction: 1 | -1,
  old: Node,
  now: Node,
  { side, at, report }: Place,
): void {
  const value = (node: Node) =>
    direction * ((node[name] as number | undefined) ?? direction * Number.POSITIVE_INFINITY);
  const [was, is] = [value(old), value(now)];
  if (was === is) return;
  const isWider = is > was;
  report(
    isWider === (side === 'request') ? 'additive' : 'breaking',
    at,
    `has the ${name} ${now[name] ?? 'none'}`,
  );
}

function compareMembers(documents: Documents, old: Node, now: Node, place: Place): void {
  const { side, at, report } = place;
  const [was, is] = [old, now].map((node) => (node.properties ?? {}) as Record<string, Node>) as [
    Record<string, Node>,
    Record<string, Node>,
  ];
  const [needed, needs] = [old, now].map((node) => (node.required ?? []) as string[]) as [string[], string[]];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const here = `${at}${at.endsWith(']') ? '.' : ': '}${name}`.replace(/^(.*?: .*?: .*?): /, '$1.');
    const [before, after] = [needed.includes(name), needs.includes(name)];
    if (!(name in is)) report('breaking', here, 'is gone');
    else if (!(name in was)) report(side === 'request' && after ? 'breaking' : 'additive', here, 'is new');
    else {
      if (!before && after) report(side === 'request' ? 'breaking' : 'additive', here, 'is always there now');
      if (before && !after) report(side === 'request' ? 'additive' : 'breaking', here, 'may be absent now');
      compareSchemas(documents, was[name], is[name], { ...place, at: here });
    }
  }
}

/** Compares `additionalProperties`. */
function compareOthers(documents: Documents, old: unknown, now: unknown, place: Place): void {
  if (old !== false && now === false)
    place.report('breaking', place.at, 'no longer accepts additional members');
  else if (old === false && now !== false) place.report('additive', place.at, 'accepts additional members');
  else if (isNode(old) || isNode(now)) {
    const at = `${place.at}{}`;
    compareSchemas(documents, isNode(old) ? old : {}, isNode(now) ? now : {}, { ...place, at });
  }
}
