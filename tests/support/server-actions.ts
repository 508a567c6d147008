import { readFileSync } from 'node:fs';

const root = 'app/(console)/';

export interface ServerAction {
  /** File and name: `account/actions#setPassword`. */
  name: string;
  id: string;
  /** A page that may send it, as in `console-addresses.ts`. */
  page: string;
}

/** Every server action of the build, of all pages. */
export function serverActions(): ServerAction[] {
  const manifest: Manifest = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8'));
  return Object.entries(manifest.node)
    .map(([id, { filename, exportedName, workers }]) => ({
      name: `${filename.slice(root.length, -'.ts'.length)}#${exportedName}`,
      id,
      page: Object.keys(workers)[0]?.slice(root.length, -'/page'.length) ?? '',
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

interface Manifest {
  node: Record<string, { filename: string; exportedName: string; workers: Record<string, unknown> }>;
}

/** Sends an action like React's client. Returns its result. */
export async function sendAction(...sent: Parameters<typeof postAction>): Promise<unknown> {
  return (await postAction(...sent)).value;
}

/** The same with the response, for its cookies. */
export async function postAction(
  ...sent: Parameters<typeof requestAction>
): Promise<{ answer: Response; value: unknown }> {
  const answer = await requestAction(...sent);
  return { answer, value: returnedIn(await answer.text()) };
}

/** The response alone, whatever its content. A form is passed as `FormData`. */
export function requestAction(
  url: string,
  { id, cookie, ...more }: { id: string; cookie: string; origin?: string; 'sec-fetch-site'?: string },
  ...given: unknown[]
): Promise<Response> {
  const { body, type } = encoded(given);
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie,
      accept: 'text/x-component',
      'next-action': id,
      ...type,
      origin: new URL(url).origin,
      'sec-fetch-site': 'same-origin',
      ...more,
    },
    body,
  });
}

/**
 * A form is replaced by `$K1`, and its fields are sent beside the rest, each with the number before its name.
 */
function encoded(given: unknown[]): { body: string | FormData; type: Record<string, string> } {
  const form = given.find((each) => each instanceof FormData);
  if (!form) return { body: JSON.stringify(given), type: { 'content-type': 'text/plain;charset=UTF-8' } };
  const body = new FormData();
  for (const [name, value] of form) body.append(`_1_${name}`, value);
  body.append('0', JSON.stringify(given.map((each) => (each === form ? '$K1' : each))));
  return { body, type: {} };
}

/** The first row of the response points to the row with the value: `0:{"a":"$@1",…}`, `1:{"ok":false,…}`. */
function returnedIn(flight: string): unknown {
  const rows = new Map(flight.split('\n').map((line) => [line.split(':', 1)[0], line]));
  const pointer = /"a":"\$@([0-9a-f]+)"/.exec(rows.get('0') ?? '')?.[1];
  const row = pointer && rows.get(pointer);
  if (!row) throw new Error(`the answer has no value: ${flight.slice(0, 500)}`);
  return JSON.parse(row.slice(row.indexOf(':') + 1));
}
