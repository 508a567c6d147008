// @module-tag slow
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionLimits } from '#lib/limits.ts';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { gatherCrowd } from '#tests/support/crowd.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { authorityOf, simulatorOfWorker } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

/** `ALTA_CONNECTIONS=10000 npx vitest run --project integration tests/integration/api/connections.test.ts` for the long run. */
const connections = Number(process.env.ALTA_CONNECTIONS ?? 300);
/** Beyond every time that the server gives a request, so that each of them was closed and came again. */
const heldSeconds = process.env.ALTA_CONNECTIONS ? 120 : 0;

/** Node has raised it to what the machine allows; the application, which it starts, gets as many. */
const openFiles = existsSync('/proc/self/limits')
  ? Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  : 0;
if (openFiles < connections + 1_000)
  console.warn(`${connections} connections need more open files than ${openFiles}: skipped.`);

const simulator = await simulatorOfWorker();

vi.setConfig({ testTimeout: heldSeconds * 5_000 + 180_000 });

test.skipIf(openFiles < connections + 1_000)(
  'a crowd of silent, slow or idle connections delays nobody’s answer and stays within a container’s limits',
  async () => {
    const { alta, conducts, othersAreAnswered } = await started();
    const pid = String(alta.process.pid);
    const crowd = gatherCrowd(alta.origin, conducts);
    onTestFinished(crowd.leave);
    const said: string[] = [];
    const looked = async () => {
      await othersAreAnswered();
      said.push(`${filesOf(pid)} open files, ${memoryMiB(pid)} MiB`);
    };

    await looked();
    const before = filesOf(pid);
    for (const many of [connections / 5, connections]) {
      await crowd.growTo(many);
      // The others are on their way again, having been closed.
      const stand = before + Math.min(many, connectionLimits.connections) * 0.8;
      await eventually(
        async () => filesOf(pid),
        (files) => files >= stand,
      );
      await looked();
    }
    for (const until = Date.now() + heldSeconds * 1_000; Date.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      await looked();
    }
    // In the long run it is the server that closes them, each when its time has come.
    if (heldSeconds > 0) crowd.tire();
    else crowd.leave();
    const after = await eventually(
      async () => filesOf(pid),
      (files) => files <= before + 20,
      {
        seconds: 180,
      },
    );
    await looked();
    // Who leaves in the middle of a request is nobody's failure.
    expect(alta.output()).not.toMatch(/"level":(50|60)/);
    if (heldSeconds > 0) console.log(`${connections}: ${said.join('; ')}; at last ${after} open files`);
  },
);

test.skipIf(openFiles < connections + 1_000)(
  'a crowd of connections does not stop the process from ending on request',
  async () => {
    const { alta, conducts } = await started();
    const pid = String(alta.process.pid);
    const crowd = gatherCrowd(alta.origin, conducts);
    onTestFinished(crowd.leave);
    await crowd.growTo(connections);
    await eventually(
      async () => filesOf(pid),
      (files) => files >= Math.min(connections, connectionLimits.connections) * 0.8,
    );
    const ended = new Promise((resolve) => alta.process.once('exit', resolve));
    // It would be killed if it took longer than `stop` waits, and had no code.
    await alta.stop();
    expect(await ended).toBe(0);
  },
);

test('endless bodies exhaust no memory and delay nobody’s answer', async () => {
  const { alta, othersAreAnswered } = await started();
  const { host } = new URL(alta.origin);
  const head = `POST /login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: multipart/form-data; boundary=b`;
  const first = Buffer.alloc(9_000_000, `${head}\r\ncontent-length: 9000001\r\n\r\n--b\r\n`);
  const crowd = gatherCrowd(alta.origin, [{ first }]);
  onTestFinished(crowd.leave);
  const brokenOff = async () => {
    const metrics = await (await fetchPage(`${alta.origin}/api/metrics`)).text();
    return Number(/^alta_crowded_out_total{limit="bytes"} (\d+)/m.exec(metrics)?.[1]);
  };
  expect(await brokenOff()).toBe(0);
  // Twice what a process keeps.
  await crowd.growTo(60);
  for (const least of [1, 10]) {
    await eventually(brokenOff, (count) => count >= least);
    await othersAreAnswered();
  }
  crowd.leave();
  await othersAreAnswered();
  expect(alta.output()).not.toMatch(/"level":(50|60)/);
});

test('an address with endless forms keeps to its share of connections, and other addresses are answered', async () => {
  const { alta, conducts } = await started({ RATE_LIMIT_FACTOR: '1' });
  const pid = String(alta.process.pid);
  const before = filesOf(pid);
  const most = connectionLimits.connectionsPerAddress;
  const crowd = gatherCrowd(alta.origin, conducts.slice(2, 4));
  onTestFinished(crowd.leave);
  await crowd.growTo(most * 2);
  crowd.tire();
  await eventually(
    async () => filesOf(pid) - before,
    (open) => open <= most,
  );
  const asked = get(`${alta.origin}/api/health/ready`, { localAddress: '127.0.0.2', agent: false });
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  expect(answer?.resume().statusCode).toBe(200);
});

/** What deploy/alta.service, compose.yaml and the manifests give it, and the heap that Node gives itself there. */
const containerMiB = 1_024;
const heapMiB = containerMiB / 2;

async function started(more: Record<string, string> = {}) {
  const source = await newDatabase();
  const { apiKey, ref } = await withDatabase(source, async () => {
    const ctx = await newWorkspace();
    return { apiKey: await newApiKey(ctx), ref: (await newRegistration(ctx)).ref };
  });
  const alta = await startAlta(source, {
    ...authorityOf(simulator),
    LOG_LEVEL: 'info',
    // No rate turns them away before they cost something.
    RATE_LIMIT_FACTOR: '100000',
    NODE_OPTIONS: `--max-old-space-size=${heapMiB}`,
    ...more,
  });
  onTestFinished(async () => {
    await alta.stop();
  });
  const othersAreAnswered = async () => {
    for (const path of ['/api/health/ready', `/reg/${ref}`, '/login'])
      await answered(() => fetchPage(alta.origin + path));
    await answered(() => apiClient(alta.origin, apiKey)('GET', '/silo/v1/entries'));
    expect(memoryMiB(String(alta.process.pid))).toBeLessThan(containerMiB);
  };
  return { alta, conducts: conductsAt(alta, { apiKey, ref }), othersAreAnswered };
}

function conductsAt({ origin }: RunningAlta, { apiKey, ref }: { apiKey: string; ref: string }) {
  const { host } = new URL(origin);
  const head = (line: string, more: string[] = []) =>
    [`${line} HTTP/1.1`, `host: ${host}`, `origin: ${origin}`, 'sec-fetch-site: same-origin', ...more].join(
      '\r\n',
    );
  const body = ['content-type: multipart/form-data; boundary=b', 'content-length: 900000'];
  const part = '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\n';
  const json = [
    'content-type: application/json',
    'content-length: 900000',
    `authorization: Bearer ${apiKey}`,
  ];
  return [
    { first: '' },
    { first: `${head('GET /login')}\r\nx-more: `, drip: 'a' },
    { first: `${head('POST /login', body)}\r\n\r\n${part}`, drip: 'a' },
    { first: `${head(`POST /reg/${ref}/subir`, body)}\r\n\r\n${part}`, drip: 'a' },
    { first: `${head('POST /api/silo/v1/entries', json)}\r\n\r\n{"`, drip: 'a' },
    { first: `${head('GET /api/health/live')}\r\n\r\n` },
  ];
}

/** Asks until it is answered, and then with success: beyond the most that it takes, a connection is closed at once. */
async function answered(ask: () => Promise<{ status: number }>): Promise<void> {
  const status = () => ask().then((answer) => answer.status, whenItWasClosed);
  expect(await eventually(status, (found) => found !== undefined)).toBe(200);
}

function whenItWasClosed(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

const filesOf = (pid: string): number => readdirSync(`/proc/${pid}/fd`).length;

const memoryMiB = (pid: string): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);
