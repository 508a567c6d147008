import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  acceptedLicences,
  countExclusivePackages,
  type Lock,
  productionPackages,
  productionSbom,
} from '../../scripts/dependencies.ts';
import { dependencyPage, reasons } from '../../scripts/dependency-page.ts';

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

test('every dependency has an exact version', () => {
  const ranges = Object.entries<string>({ ...dependencies, ...devDependencies });
  expect(ranges.filter(([, range]) => !/^\d+\.\d+\.\d+$/.test(range))).toEqual([]);
});

test('every runtime dependency has a reason, and every reason a dependency', () =>
  expect(Object.keys(reasons).toSorted()).toEqual(Object.keys(dependencies).toSorted()));

test('every runtime dependency has an accepted license', () => {
  const known = new Set([...acceptedLicences, 'CC-BY-4.0']);
  const others = productionPackages(lock).filter(
    ({ name, license }) => !known.has(license) || (license === 'CC-BY-4.0' && name !== 'caniuse-lite'),
  );
  expect(others).toEqual([]);
});

test('docs/dependencies.md is what `npm run docs` writes', () =>
  expect(readFileSync('docs/dependencies.md', 'utf8')).toBe(dependencyPage(lock)));

test('the packages that a dependency brings are those that no other needs, as Node resolves them', () => {
  const made: Lock = {
    packages: {
      '': { dependencies: { a: '1.0.0', b: '1.0.0' } },
      'node_modules/a': { dependencies: { shared: '1', own: '1' } },
      'node_modules/b': { dependencies: { shared: '1', own: '2' } },
      'node_modules/b/node_modules/own': {},
      'node_modules/own': { dependencies: { deep: '1' } },
      'node_modules/deep': {},
      'node_modules/shared': {},
    },
  };
  expect([...countExclusivePackages(made)]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
});

test('the SBOM lists every runtime package and nothing else', () => {
  const made: Lock = {
    packages: {
      '': { dependencies: { a: '1.0.0' } },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', dev: true },
    },
  };
  const bill = (...refs: string[]) => ({
    metadata: { component: { name: 'directory' } },
    components: refs.map((ref) => ({ 'bom-ref': ref })),
    dependencies: ['alta@1.0.0', ...refs].map((ref) => ({ ref, dependsOn: refs })),
  });
  expect(productionSbom(bill('a@1.0.0', 'b@1.0.0'), made)).toEqual({
    metadata: { component: { name: 'alta' } },
    components: [{ 'bom-ref': 'a@1.0.0' }],
    dependencies: [
      { ref: 'alta@1.0.0', dependsOn: ['a@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: ['a@1.0.0'] },
    ],
  });
  expect(() => productionSbom(bill('b@1.0.0'), made)).toThrow('0 of 1');
});
