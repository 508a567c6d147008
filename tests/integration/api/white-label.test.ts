// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { filesOn, programOf } from '#tests/support/documentation.ts';
import { pythonClient, runIn } from '#tests/support/documented-programs.ts';
import { freePort } from '#tests/support/postgres.ts';
import { amongWhiteLabelFiles, whiteLabelLanguages } from '#tests/support/white-label-files.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

async function seed() {
  const keys: Record<string, string> = {};
  for (const { ending } of whiteLabelLanguages) keys[ending] = await newApiKey(await newWorkspace());
  return { keys };
}

/** Sends the receiver what it must refuse, what it can not do, and what it has done; `back` is forged, too. */
const trials = `
post() { curl -s -o /dev/null -w "$1: %{http_code}\\n" http://127.0.0.1:$PORT/ "\${@:2}"; }
signed() {
  at=$(date +%s)
  post "$1" -H "webhook-id: $2" -H "webhook-timestamp: $at" -H "webhook-signature: $(node sign.mjs "$2" $at "$3")" -d "$3"
}
forged='{"id":"a","event":"link.ready","siloEntryId":"'$entry'"}'
nobody=00000000-0000-4000-8000-000000000000
echo trials
post unsigned -d "$forged"
post forged -H 'webhook-id: a' -H "webhook-timestamp: $(date +%s)" -H 'webhook-signature: v1,AAAA' -d "$forged"
signed failing fail-$entry '{"id":"fail-'$entry'","event":"link.ready","siloEntryId":"'$nobody'","silo_entry_id":"'$nobody'"}'
again='{"id":"again-'$entry'","event":"supplier.failed","siloEntryId":"'$entry'","silo_entry_id":"'$entry'"}'
unkeyed=$(api /silo/v1/entries -d '{"folder": "suppliers", "data": {"name": "Sin clave S.A.", "tax_id": {"country": "AR", "code": "30715557777"}}}' | field id)
signed keyless keyless-$entry '{"id":"keyless-'$entry'","event":"supplier.failed","siloEntryId":"'$unkeyed'","silo_entry_id":"'$unkeyed'"}'
signed once again-$entry "$again"
signed twice again-$entry "$again"
$BACK "\${back/status=registered/status=pending}" > /dev/null 2>&1 || echo other status refused
$BACK "\${back%%&signature=*}" > /dev/null 2>&1 || echo unsigned return refused
cat received.txt`;

const sign = `import { createHmac } from 'node:crypto';
const [id, at, body] = process.argv.slice(2);
const key = Buffer.from(process.env.ALTA_SECRET.slice('whsec_'.length), 'base64');
console.log(\`v1,\${createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest('base64')}\`);`;

onServer('docs/white-label.md', { seed }, (server) => {
  test('the page has its programs in each language that runs here', () => {
    const endings = whiteLabelLanguages.map(({ ending }) => ending);
    expect(filesOn('white-label').map(({ name }) => name)).toEqual([
      'verify.go',
      ...['receiver', 'back'].flatMap((name) => endings.map((ending) => `${name}.${ending}`)),
    ]);
  });

  describe.each(whiteLabelLanguages)('with receiver.$ending', (language) => {
    const { ending, receiver, back, missing } = language;
    test.skipIf(missing)(
      `the programs register a supplier who can invoice, and refuse forged requests${missing ? ` (skipped: ${missing})` : ''}`,
      () =>
        amongWhiteLabelFiles(language, async (directory) => {
          const { alta, seeded, simulator } = server();
          const port = await freePort();
          writeFileSync(join(directory, 'sign.mjs'), sign);
          const run = (program: string) =>
            runIn(directory, ['bash', '-euo', 'pipefail', '-c', program], {
              ALTA_URL: alta.origin,
              ALTA_KEY: seeded.keys[ending] ?? '',
              ALTA_SIMULATOR: simulator.url,
              PORT: String(port),
              RECEIVER: receiver(port),
              BACK: back,
              ...pythonClient,
            });
          const page = programOf('white-label', 'sh');
          const first = await run(page);
          expect([first.code, first.output]).toEqual([
            0,
            expect.stringMatching(/can invoice\nregistered\n$/),
          ]);
          // The second run ends like the first.
          const { code, output } = await run(`${page}\n${trials}`);
          expect([code, output]).toEqual([0, expect.any(String)]);
          expect(output).toMatch(/customer-42 can invoice\nregistered\ntrials\n/);
          const tried = output.slice(output.lastIndexOf('trials\n'));
          expect(tried).toMatch(/unsigned: 401\n[\s\S]*forged: 401\n[\s\S]*failing: 500\n/);
          expect(tried).toMatch(/once: 204\n[\s\S]*twice: 204\n/);
          expect(tried).toMatch(/keyless: 204\n/);
          expect(tried).toMatch(/other status refused\nunsigned return refused\n/);
          expect(tried.match(/mail customer-42 /g)).toHaveLength(1);
          expect(tried.match(/customer-42 needs help/g)).toHaveLength(1);
          expect(tried).toMatch(/mail customer-42 http\S+\/reg\/\w{26}\n[\s\S]*customer-42 can invoice/);
        }),
      // A compiler's first run takes a while.
      240_000,
    );
  });
});
