import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** What these say is shown by files, and by tests that they name. */
const pages = ['docs/asvs.md', 'docs/security-tests.md'];

/** How many requirements of level 1 and 2 each section of ASVS 5.0.0 has; they are counted from 1. */
const sections = Object.entries({
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3 },
  ...{ '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1 },
  ...{ '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2 },
  ...{ '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2 },
  ...{ '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3 },
  ...{ '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4 },
  ...{ '17.3': 2 },
});

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('names files that are there', () => {
    const paths = [...text.matchAll(/`((?:app|deploy|docs|lib|messages|scripts|tests)\/[^`\s*]*)`/g)];
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
  });

  test('names tests that are there', () => {
    const named = [...text.matchAll(/((?:"[^"]+"(?:,| and)? )+)in `(tests\/[^`]+)`/g)].flatMap(
      ([, names = '', file = '']) =>
        [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ name, file })),
    );
    expect(named.length).toBeGreaterThan(10);
    const isThere = ({ name, file }: { name: string; file: string }) =>
      readFileSync(file, 'utf8').includes(name);
    expect(named.filter((each) => !isThere(each))).toEqual([]);
  });
});

test('docs/asvs.md has a verdict on each requirement of level 1 and 2', () => {
  const rows = [...readFileSync('docs/asvs.md', 'utf8').matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \|/gm)];
  const wanted = sections.flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  );
  expect(rows.map(([, id]) => id)).toEqual(wanted);
  expect(new Set(rows.map(([, , verdict]) => verdict))).toEqual(
    new Set(['met', 'not applicable', 'not met']),
  );
});
