// @module-tag slow
import { existsSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { sizeLimits } from '#lib/limits.ts';
import { onServer } from '#tests/support/alta.ts';
import { askApi } from '#tests/support/api-client.ts';
import { addLargeSuppliers } from '#tests/support/large-entries.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const mebibyte = 1_048_576;
const documents = 30;
const pagesAtOnce = 40;
const envelopes = '/silo/v1/envelopes?limit=100';

async function seed() {
  const ctx = await newWorkspace();
  await addLargeSuppliers(ctx, 'Grande S.A.', documents);
  return {
    apiKey: await newApiKey(ctx),
    secondKey: await newApiKey(ctx),
    other: await newApiKey(await newWorkspace()),
  };
}

// An application of its own: how much memory that takes is asserted.
onServer('a workspace with thirty documents of a megabyte', { seed, env: {} }, (server) => {
  const ask = (apiKey: string, path: string) =>
    askApi(`${server().alta.origin}/api${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  /** Its answer as it begins: megabytes of JSON are no work for the process of the tests. */
  const begin = (apiKey: string, path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${apiKey}` };
      request(`${server().alta.origin}/api${path}`, { headers, agent: false }, resolve)
        .on('error', reject)
        .end();
    });

  // Cause: a page had as many bytes as its documents, and the process ended for want of memory.
  test.each([envelopes, '/silo/v1/entries?limit=100', '/silo/v1/search?q=grande&limit=100'])(
    'does not delay others or grow the process when it is asked forty times at once for %s',
    async (path) => {
      const { alta, seeded } = server();
      let underWay = pagesAtOnce;
      const pages = Array.from({ length: pagesAtOnce }, async () => {
        const answer = await begin(seeded.apiKey, path);
        let bytes = 0;
        for await (const piece of answer) bytes += piece.length;
        underWay -= 1;
        return { status: answer.statusCode, bytes };
      });
      const pings: (number | undefined)[] = [];
      let mostMemory = 0;
      while (underWay > 0) {
        // Each on a connection of its own: an idle one may be closed as the next request leaves.
        const ping = await begin(seeded.other, '/utils/v1/ping');
        ping.resume();
        pings.push(ping.statusCode);
        mostMemory = Math.max(mostMemory, residentBytes(alta.process.pid));
      }
      const answers = await Promise.all(pages);
      expect(new Set(pings)).toEqual(new Set([200]));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(Math.max(...answers.map(({ bytes }) => bytes))).toBeLessThan(sizeLimits.pageBytes + mebibyte);
      expect(mostMemory).toBeLessThan(1_024 * mebibyte);
    },
    180_000,
  );

  test('lists the documents’ digests without the documents', async () => {
    const { seeded } = server();
    const { status, body, bytes } = await ask(seeded.apiKey, `${envelopes}&documents=false`);
    expect(status).toBe(200);
    expect(body.list).toHaveLength(documents);
    expect(body.list[0]).toMatchObject({ head: { dig: { alg: 'sha256' } } });
    expect(body.list[0].doc).toEqual({ $schema: 'https://gobl.org/draft-0/org/party' });
    expect(bytes.length).toBeLessThan(mebibyte);
    expect((await ask(seeded.apiKey, `${envelopes}&documents=no`)).status).toBe(422);
  });
});

/** What the process has in memory, as Linux tells it (proc(5)); elsewhere 0. */
function residentBytes(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1_024;
}
