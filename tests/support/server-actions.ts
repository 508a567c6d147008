import { readFileSync } from 'node:fs';

const root = 'app/(console)/';

export interface ServerAction {
  /** Its file and its name: `account/actions#setPassword`. */
  name: string;
  id: string;
  /** A page that may send it, as `console-addresses.ts` has it. */
  page: string;
}

/** Every server action that the build serves, whichever page it is of. */
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

/** Sends an action as React's client does, and gives what it returned. */
export async function sendAction(...sent: Parameters<typeof postAction>): Promise<unknown> {
  return (await postAction(...sent)).value;
}

/** The same with the answer, for the cookies that it sets. */
export async function postAction(
  url: string,
  { id, cookie }: { id: string; cookie: string },
  ...given: unknown[]
): Promise<{ answer: Response; value: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie,
      accept: 'text/x-component',
      'next-action': id,
      'content-type': 'text/plain;charset=UTF-8',
      origin: new URL(url).origin,
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify(given),
  });
  return { answer, value: returnedIn(await answer.text()) };
}

/** The first row of the answer points to the one that has the value: `0:{"a":"$@1",…}`, `1:{"ok":false,…}`. */
function returnedIn(flight: string): unknown {
  const rows = new Map(flight.split('\n').map((line) => [line.split(':', 1)[0], line]));
  const pointer = /"a":"\$@([0-9a-f]+)"/.exec(rows.get('0') ?? '')?.[1];
  const row = pointer && rows.get(pointer);
  if (!row) throw new Error(`the answer has no value: ${flight.slice(0, 500)}`);
  return JSON.parse(row.slice(row.indexOf(':') + 1));
}
