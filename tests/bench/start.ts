import { buildIfNeeded } from '../../scripts/build-if-needed.ts';
import type { Table } from './report.ts';
import { amount, inTurns, median, millisecondsOf } from './rounds.ts';
import { startServer, temporaryDirectory } from './servers.ts';

const rounds = amount(5);
const mostSeconds = 1.5;

/** From the process's start until it says that it is ready: what a restart costs those who call. */
export async function measureStart(): Promise<Table[]> {
  buildIfNeeded();
  const removals: (() => unknown)[] = [];
  const dataDir = temporaryDirectory(removals);
  try {
    const first = await startOn(dataDir);
    const { again } = await inTurns(rounds, { again: () => startOn(dataDir) });
    return [
      {
        title: 'From start to ready, with a PostgreSQL of its own / the first time, on an empty directory',
        rows: [
          {
            what: 'started again',
            measured: seconds(median(again)),
            reference: seconds(first),
            ratio: median(again) / first,
            aim: `<= ${seconds(mostSeconds)}`,
            met: median(again) <= mostSeconds,
          },
        ],
        notes: [`${rounds} starts on what the first left; ready: /api/health/ready answers 200.`],
      },
    ];
  } finally {
    for (const remove of removals) await remove();
  }
}

/** Seconds. */
async function startOn(dataDir: string): Promise<number> {
  const endings: (() => unknown)[] = [];
  const env = { ALTA_VAULT_KEY: process.env.ALTA_VAULT_KEY ?? '', DATABASE_URL: '', DATA_DIR: dataDir };
  try {
    const start = () => startServer('scripts/start.ts', env, '/api/health/ready', endings);
    return (await millisecondsOf(start)) / 1_000;
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

const seconds = (value: number) => `${value.toFixed(2)} s`;
