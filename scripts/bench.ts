import '#tests/support/test-env.ts';
import { groups } from '#tests/bench/groups.ts';
import { machine, printTable } from '#tests/bench/report.ts';

/**
 * `npm run bench`, or `npm run bench -- <group> …`: what Alta costs, against the same work done bare, in one
 * run. A report: an aim that is missed is printed, and only a bench that is broken exits with an error.
 * With `--short` every group runs, with the least of everything: to see that none is broken.
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
