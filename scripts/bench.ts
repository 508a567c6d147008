import '#tests/support/test-env.ts';
import { groups } from '#tests/bench/groups.ts';
import { machine, printTable } from '#tests/bench/report.ts';

/**
 * `npm run bench`, or `npm run bench -- <group> …`: measures Alta against the same work done bare, in one
 * run. It only reports: a missed aim is printed, and only a broken benchmark exits with an error. `--short`
 * runs every group as briefly as possible, to check that none is broken.
 */
const asked = process.argv.slice(2).filter((argument) => argument !== '--short');
const unknown = asked.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. The groups: ${Object.keys(groups).join(', ')}.`);
  process.exit(2);
}

console.log(machine());
for (const [name, measure] of Object.entries(groups)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n== ${name}`);
  for (const table of await measure()) printTable(table);
}
