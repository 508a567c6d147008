import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  integrity?: string;
  resolved?: string;
  link?: true;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
/**
 * Without the project and its packages, which are not downloaded. `link` marks their places in node_modules.
 */
const locked = Object.entries(packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && !link,
);
const those = (isSo: (each: Locked) => boolean) =>
  locked.filter(([, each]) => isSo(each)).map(([path]) => path);

test('every package that may be installed on any platform has a hash', () => {
  expect(those(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
});

test('no package is bound to a registry', () => {
  expect(those(({ resolved }) => resolved !== undefined)).toEqual([]);
});
