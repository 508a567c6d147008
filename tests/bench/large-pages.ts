import { existsSync, readFileSync } from 'node:fs';
import { fetchWorkspace } from '#lib/context.ts';
import { addLargeSuppliers } from '#tests/support/large-entries.ts';
import { requestsPerSecond } from './load.ts';
import type { Row, Table } from './report.ts';
import { amount, median, millisecondsOf } from './rounds.ts';
import { onSite, type Site } from './servers.ts';

const documents = amount(100, 2);
const connections = amount(40, 2);
const seconds = amount(8, 0.2);
const slowPingMs = 200;
const mostMemory = 1_024;

const paths = {
  'pages of envelopes': '/silo/v1/envelopes?limit=100',
  'pages of entries': '/silo/v1/entries?limit=100',
  'pages of a search': '/silo/v1/search?q=grande&limit=100',
};

/** What one workspace's pages of large documents are to another's pings, and to the process. */
export async function measureLargePages(): Promise<Table[]> {
  return [await onSite(compare, fill)];
}

async function fill({ sandbox }: Site['seeded']): Promise<void> {
  const workspace = await fetchWorkspace(sandbox.workspace);
  await addLargeSuppliers({ workspace, actor: { kind: 'operator' } }, 'Grande S.A.', documents);
}

async function compare(site: Site): Promise<Table> {
  const quiet = await pingsDuring(site, pause(seconds * 1_000));
  const rows: Row[] = [];
  for (const [what, path] of Object.entries(paths)) {
    const load = { ...asking(site, 'sandbox', path), connections, seconds, refusal: 429 };
    // Ends early where a page is not answered.
    const attack = requestsPerSecond(load).catch(() => Number.NaN);
    const { pings, megabytes } = await pingsDuring(site, attack);
    const perSecond = await attack;
    rows.push({
      what: `${what}, ${perSecond.toFixed(1)} /s`,
      measured: `${inWords(pings)}, ${megabytes.toFixed(0)} MB`,
      reference: `${inWords(quiet.pings)}, ${quiet.megabytes.toFixed(0)} MB`,
      ratio: median(pings) / median(quiet.pings),
      aim: `95 of 100 <= ${slowPingMs} ms, <= ${mostMemory} MB`,
      met: percentile95(pings) <= slowPingMs && megabytes <= mostMemory,
    });
  }
  return {
    title: `Pings of a workspace beside one that asks for ${documents} documents of a megabyte, / alone`,
    rows,
    notes: [
      `${connections} connections for ${seconds} s. Pings: median, 95th percentile and worst, one after the other; one that fails has no end. Memory: the most.`,
    ],
  };
}

const asking = (site: Site, environment: 'sandbox' | 'live', path: string) => ({
  url: `${site.origin}/api${path}`,
  headers: { authorization: `Bearer ${site.seeded[environment].apiKey}` },
});

async function pingsDuring(site: Site, work: Promise<unknown>) {
  const { url, headers } = asking(site, 'live', '/utils/v1/ping');
  const pings: number[] = [];
  let megabytes = 0;
  let isOver = false;
  void work.then(() => {
    isOver = true;
  });
  while (!isOver) {
    let isAnswered = false;
    const ping = async () => {
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      isAnswered = answer.status === 200;
    };
    const ms = await millisecondsOf(() => ping().catch(() => undefined));
    pings.push(isAnswered ? ms : Number.POSITIVE_INFINITY);
    megabytes = Math.max(megabytes, residentMegabytes(site.pid));
    await pause(5);
  }
  return { pings, megabytes };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** 95 of 100 take no longer. */
const percentile95 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

const inWords = (pings: number[]) =>
  `${[median(pings), percentile95(pings), Math.max(...pings)].map((ms) => ms.toFixed(0)).join(' / ')} ms`;

/** As Linux tells it (proc(5)); elsewhere 0. */
function residentMegabytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1_024;
}
