import { supplierCuit } from '#tests/support/workspace.ts';
import { requestsPerSecond } from './load.ts';
import type { Table } from './report.ts';
import { inTurns, median, medianRatio } from './rounds.ts';
import { onSite, withBareServer } from './servers.ts';

const title = 'Creating an entry through the API / the same INSERTs behind a bare route handler (PostgreSQL)';
const connections = 16;
const rounds = 9;
const seconds = 2;
const leastRatio = 0.6;

export async function measureApi(): Promise<Table[]> {
  return [await onSite('postgres-if-there', compare)];

  async function compare(site: Parameters<Parameters<typeof onSite>[1]>[0]): Promise<Table> {
    if (site.database !== 'postgres')
      return { title, rows: [], notes: ['Skipped: no PostgreSQL was found.'] };
    const { apiKey, workspace } = site.seeded.live;
    const data = { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } };
    const post = {
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ folder: 'suppliers', data }),
      connections,
    };
    const env = { DATABASE_URL: site.databaseUrl, BENCH_WORKSPACE: workspace };
    return withBareServer(env, async (bareOrigin) => {
      const load = (url: string, duration: number) => requestsPerSecond({ ...post, url, seconds: duration });
      const urls = { api: `${site.origin}/api/silo/v1/entries`, bare: `${bareOrigin}/insert` };
      for (const url of [urls.api, urls.bare, urls.api, urls.bare]) await load(url, 2);
      const { api, bare } = await inTurns(rounds, {
        api: () => load(urls.api, seconds),
        bare: () => load(urls.bare, seconds),
      });
      const ratio = medianRatio(api, bare);
      return {
        title,
        rows: [
          {
            what: 'POST /api/silo/v1/entries',
            measured: `${median(api).toFixed(0)} /s`,
            reference: `${median(bare).toFixed(0)} /s`,
            ratio,
            aim: `>= ${leastRatio}`,
            met: ratio >= leastRatio,
          },
        ],
        notes: [`${rounds} rounds of ${seconds} s in turn, ${connections} connections, 10 in each pool.`],
      };
    });
  }
}
