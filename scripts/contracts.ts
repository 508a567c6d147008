import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiOf } from '#lib/http/openapi.ts';
import { contractFile, services } from '#tests/support/services.ts';
import { type Change, changesBetween } from './contract-changes.ts';

/** `npm run contracts`: publishes additions to the API. Breaking changes are refused: they need a v2. */
const changelog = new URL('../docs/api-changelog.md', import.meta.url);
const lines: string[] = [];
for (const service of services) {
  const name = `${service.service} ${service.version}`;
  const file = contractFile(service);
  const now = openApiOf(service);
  if (existsSync(file)) {
    const changes = changesBetween(JSON.parse(readFileSync(file, 'utf8')), now);
    const breaking = changes.filter(({ verdict }) => verdict === 'breaking');
    for (const { at, what } of breaking) console.error(`${name}: ${at} ${what}: breaks clients.`);
    if (breaking.length) process.exit(1);
    lines.push(...linesOf(changes).map((line) => `- ${name}: ${line}.`));
  } else lines.push(`- ${name}: published.`);
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
}
if (lines.length) {
  const heading = `## ${new Date().toISOString().slice(0, 10)}\n`;
  const [intro = '', ...days] = readFileSync(changelog, 'utf8').split(/^(?=## )/m);
  const today = days[0]?.startsWith(heading) ? (days.shift() ?? '').trimEnd() : `${heading}`;
  writeFileSync(
    changelog,
    [intro, `${today}\n${lines.join('\n')}\n`, ...days.map((day) => `\n${day.trimEnd()}\n`)].join(''),
  );
  console.log(lines.join('\n'));
}

/** A change common to many operations takes one line. */
function linesOf(changes: Change[]): string[] {
  const alike = Map.groupBy(changes, ({ at, what }) => `\`${at.replace(/^[A-Z]+ [^:]+: /, '')}\` ${what}`);
  return [...alike].flatMap(([line, group]) =>
    group.length > 3
      ? [`${line}, in ${group.length} operations`]
      : group.map(({ at, what }) => `\`${at}\` ${what}`),
  );
}
