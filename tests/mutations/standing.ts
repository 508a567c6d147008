import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutation } from './mutations.ts';

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

/** `text` with the mistake beside the right code, chosen by the environment variable MUTATION. */
export function withMistake(text: string, { code, becomes }: Mutation, number: number): string {
  const isOn = `process.env.MUTATION === '${number}'`;
  const both = code.endsWith(';') ? `if (!(${isOn})) { ${code} }` : `(${isOn} ? (${becomes}) : (${code}))`;
  // A function: a string's dollar signs would be read as patterns.
  return text.replace(code, () => both);
}
