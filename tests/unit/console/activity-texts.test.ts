import { expect, test } from 'vitest';
import { loggedActions } from '#lib/audit-actions.ts';
import { consoleCatalogues, locales } from '#lib/i18n.ts';

type Acts = Record<string, Record<string, string>>;

const actionsIn = (acts: Acts): string[] =>
  Object.entries(acts).flatMap(([kind, names]) => Object.keys(names).map((name) => `${kind}.${name}`));

test.each(locales)('every logged action has a sentence, a name and a named kind in %s', (locale) => {
  const { lines, acts, groups } = consoleCatalogues[locale].activity;
  expect(actionsIn(lines).sort()).toEqual([...loggedActions].sort());
  expect(actionsIn(acts).sort()).toEqual([...loggedActions].sort());
  expect(Object.keys(groups).sort()).toEqual(
    [...new Set(loggedActions.map((each) => each.split('.')[0]))].sort(),
  );
});
