import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = 'app/(console)';
const files = (pattern: string) =>
  globSync(`${root}/${pattern}`).map((path) => [path, readFileSync(path, 'utf8')]);

/** Those of `_session.ts`, and what asks one of them before it looks for more. */
const guards = [
  'requireMember',
  ...files('w/**/*.ts').flatMap(([, source = '']) =>
    [
      ...source.matchAll(
        /^export (?:const|async function) (\w+)(?:(?!\nexport )[\s\S])*?await requireMember\(/gm,
      ),
    ].map(([, name]) => name),
  ),
];

// The layout asks too, so that a page which forgets it answers strangers well to a whole request, and not to a part.
describe('every page and download of a workspace checks the member itself', () => {
  test.each([...files('w/*/**/page.tsx'), ...files('w/*/**/route.{ts,tsx}')])('%s', (_path, source) => {
    const [, guard = /^export const GET = (\w+)\(/m.exec(source ?? '')?.[1]] =
      /await (require[A-Z]\w*)\(/.exec(source ?? '') ?? [];
    expect(guards).toContain(guard);
  });
});

const actions = files('**/*.ts').filter(([, source]) => source?.startsWith("'use server'"));
/** Of no one in particular: they look after themselves. */
const open = ['setLanguage'];
/** The same by the house's own door: all that there are. */
const openActions = ['askPasskey', 'loginWithPasskey'];

describe('every server action goes through a guard', () => {
  test.each(actions)('%s', (_path, source = '') => {
    const exported = [...source.matchAll(/^export (?:const|async function) (\w+)/gm)].map(([, name]) => name);
    const guarded = [
      ...source.matchAll(/^export const (\w+) = (?:consoleAction|accountAction|formAction|openAction)\(/gm),
    ].map(([, name]) => name);
    expect(exported.filter((name) => !open.includes(name ?? ''))).toEqual(guarded);
    const opened = [...source.matchAll(/^export const (\w+) = openAction\(/gm)].map(([, name]) => name ?? '');
    expect(openActions).toEqual(expect.arrayContaining(opened));
    expect(source).not.toMatch(/^export (?!const|async function|type|interface)/m);
  });
});
