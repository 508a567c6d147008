import { compareSchemas, type Node, type Report, resolve } from './schema-changes.ts';

/** What an integrator's client may meet when the one contract takes the place of the other. */
export interface Change {
  verdict: 'breaking' | 'additive';
  /** `GET /entries: answer 200: list[].state` */
  at: string;
  what: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Two OpenAPI documents of one service and version. Words that only describe make no change. */
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
  if (JSON.stringify(before.security) !== JSON.stringify(after.security))
    report('breaking', 'the service', 'asks for another key');
  return changes;

  /** What opened it still does; another way in is welcome. */
  function compareKeys(at: string, old: Node, now: Node): void {
    const ways = (operation: Node, document: Node) =>
      ((operation.security ?? document.security ?? []) as Node[]).map((way) => JSON.stringify(way));
    const [was, is] = [ways(old, before), ways(now, after)];
    if (was.some((way) => !is.includes(way)) || (was.length === 0 && is.length > 0))
      report('breaking', at, 'asks for another key');
    else if (is.some((way) => !was.includes(way))) report('additive', at, 'has another way in');
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
      // That it fails in one way less breaks nobody.
      if (was && !is) report(status < '400' ? 'breaking' : 'additive', here, 'is gone');
      if (!was && is) report('additive', here, 'is new');
      if (was && is) {
        compareHeaders(here, was, is);
        compareContents(here, (was.content ?? {}) as Contents, (is.content ?? {}) as Contents, 'answer');
      }
    }
    if (newHeaders.size)
      report('additive', `${at}: answers`, `have the headers ${[...newHeaders].join(', ')}`);

    /** Whatever their case. Those that are new are told of once, whichever of the answers have them. */
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
