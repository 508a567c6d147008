import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of lib and of the wizard's pages under `root`, by their paths. */
export function sourcesUnder(root: string): Map<string, string> {
  const paths = ['lib', 'app/reg'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(root, room, path)),
  );
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** The only file in which `code` stands, and once. */
export function placeOf(code: string, sources: Map<string, string>): string | undefined {
  const there = [...sources].filter(([, text]) => text.includes(code));
  const [[path, text] = ['', '']] = there;
  return there.length === 1 && text.split(code).length === 2 ? path : undefined;
}
