// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import errorTexts from '#messages/errors.en.json' with { type: 'json' };
import faultTexts from '#messages/faults.en.json' with { type: 'json' };
import { onServer } from '#tests/support/alta.ts';
import { exchange } from '#tests/support/api-client.ts';
import { type FuzzRequest, operationsOf, requestsOf } from '#tests/support/contract-requests.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const folder = new URL('../../contracts/', import.meta.url);
const operations = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => operationsOf(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))));

/** `ALTA_REQUESTS=800 npx vitest run --project integration tests/integration/api/fuzz.test.ts` for the long run. */
const requestsPerOperation = Number(process.env.ALTA_REQUESTS ?? 25);
const atOnce = 16;

/** What belongs into the log and never into an answer. */
const insides =
  /\bat \S+ \(|\.tsx?:\d|node_modules|\bselect\b.+\bfrom\b|\binsert into\b|\bsqlstate\b|drizzle|\/(tmp|home|work|app)\//i;

/** Wording of the schema library, which says nothing to a caller. */
const rawWords = /^(Invalid |Too (big|small)|Unrecognized|expected )|received (undefined|null|string)/;

const explained = new Set(
  [
    errorTexts.codes,
    errorTexts.fields,
    errorTexts.rows,
    errorTexts.definitions,
    errorTexts.keys,
    faultTexts,
  ].flatMap((texts) => Object.keys(texts)),
);

/** Checks that a validation error has a reason with a place, an explained code and plain words. */
const unclearFaults = (faults: { code: string; message: string; paths?: string[] }[]): string[] =>
  faults.length === 0
    ? ['has no faults']
    : faults.flatMap(({ code, message, paths = [] }) => [
        ...(paths.length > 0 && paths.every((path) => path.startsWith('$')) ? [] : [`${code} has no path`]),
        ...(explained.has(code) || /^ARCA-E?\d+$/.test(code) ? [] : [`${code} is not explained`]),
        ...(message === '' || rawWords.test(message) ? [`says “${message}”`] : []),
      ]);

async function seed() {
  const ctx = await newWorkspace();
  const [supplier, workflow] = [await newSupplier(ctx), await newRegistrationWorkflow(ctx)];
  return { key: await newApiKey(ctx), known: [supplier.id, workflow.id, 'gov-ar', 'suppliers'] };
}

// Nothing is asked of the authority: a registration that the requests begin has no certificate.

onServer('random requests', { seed }, (server) => {
  test(
    'are answered as the contract has it, and never by a 5xx or with internals',
    async () => {
      const { alta, seeded } = server();
      const requests = operations.flatMap((operation, at) =>
        fc.sample(requestsOf(operation, seeded.known), {
          numRuns: requestsPerOperation,
          seed: 20_261_121 + at,
        }),
      );
      expect(requests.length).toBeGreaterThan(1_500);
      const statuses = new Set<number>();
      const faults: string[] = [];
      for (let from = 0; from < requests.length; from += atOnce) {
        await Promise.all(requests.slice(from, from + atOnce).map(ask));
      }
      expect(faults).toEqual([]);
      expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 404, 415, 422]));

      async function ask({ method, path, body, contentType }: FuzzRequest): Promise<void> {
        const { answer, breaches } = await exchange(`${alta.origin}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${seeded.key}`,
            ...(contentType === undefined ? {} : { 'content-type': contentType }),
          },
          ...(body === undefined ? {} : { body }),
        });
        const text = answer.bytes.toString();
        statuses.add(answer.status);
        const { faults: named = [] } = answer.status === 422 ? JSON.parse(text) : {};
        const found = [
          ...(answer.status === 422 ? unclearFaults(named) : []),
          ...(answer.status >= 500 ? [`is a ${answer.status}`] : []),
          ...breaches,
          ...(insides.test(text) ? ['tells of the inside'] : []),
        ];
        if (found.length)
          faults.push(`${method} ${path} ${body ?? ''}\n  ${found.join('\n  ')}\n  ${text.slice(0, 500)}`);
      }
    },
    240_000 + requestsPerOperation * 5_000,
  );
});
