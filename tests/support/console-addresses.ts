import { globSync } from 'node:fs';

/** Values for the variable parts of an address, by the part before: `entries` -> the id of an entry. */
export type Names = Record<
  | 'w'
  | 'batches'
  | 'entries'
  | 'series'
  | 'webhooks'
  | 'issuers'
  | 'files'
  | 'jobs'
  | 'workflows'
  | 'deliveries'
  | 'invite'
  | 'password',
  string
>;

const root = 'app/(console)/';

/**
 * Every page of the Console by its folder: `w/[workspace]/jobs/[id]`. A new one is included automatically.
 */
export const consolePages = () => foldersOf('page.tsx');

/** Every address of the Console that is not a page, such as a download. */
export const consoleRoutes = () => [...foldersOf('route.ts'), ...foldersOf('route.tsx')].sort();

const foldersOf = (file: string): string[] =>
  globSync(`${root}**/${file}`)
    .map((path) => path.slice(root.length, -file.length - 1))
    .sort();

/** The address of a page, filled with these names. */
export function addressOf(page: string, names: Names): string {
  const parts = page.split('/').filter((part) => !/^\(.*\)$/.test(part));
  const filled = parts.map((part, index) => {
    if (part === '[...rest]') return 'no/such/page';
    if (!part.startsWith('[')) return part;
    const name = names[parts[index - 1] as keyof Names];
    if (!name) throw new Error(`${page} has a variable part that the tests do not know: ${part}`);
    return encodeURIComponent(name);
  });
  return `/${filled.join('/')}`;
}

/** Names in the address of a page: `w`, and below it `entries`. */
export function namedBy(page: string): (keyof Names)[] {
  const parts = page.split('/').filter((part) => !/^\(.*\)$/.test(part));
  return parts.flatMap((_, index) =>
    /^\[\w/.test(parts[index + 1] ?? '') ? [parts[index] as keyof Names] : [],
  );
}
