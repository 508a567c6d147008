import { supplierCuit } from '#tests/support/workspace.ts';
import type { Table } from './report.ts';
import { amount } from './rounds.ts';
import { onSite, type Site, withBareServer } from './servers.ts';
import { throughputRow, throughputsOf } from './throughput.ts';

const title = 'Creating an entry through the API / the same INSERTs behind a bare route handler (PostgreSQL)';
const connections = amount(16, 2);
const rounds = amount(9);
const seconds = amount(2, 0.05);
const leastRatio = 0.75;

export const measureApi = async (): Promise<Table[]> => [await onSite(compare)];

async function compare(site: Site): Promise<Table> {
  const { apiKey, workspace } = site.seeded.live;
  const data = { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } };
  const post = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ folder: 'suppliers', data }),
    connections,
  };
  const env = { DATABASE_URL: site.databaseUrl, BENCH_WORKSPACE: workspace };
  const throughputs = await withBareServer(env, (bare) =>
    throughputsOf(
      {
        api: { server: site, load: { ...post, url: `${site.origin}/api/silo/v1/entries` } },
        bare: { server: bare, load: { ...post, url: `${bare.origin}/api/insert` } },
      },
      { rounds, seconds },
    ),
  );
  const [api, bare] = [throughputs.get('api'), throughputs.get('bare')];
  return {
    title,
    rows: [throughputRow('POST /api/silo/v1/entries', api, bare, leastRatio)],
    notes: [
      `${rounds} rounds of ${seconds} s in turn, ${connections} connections, 10 to the database from each server.`,
      'CPU: the server process alone, for each answer.',
    ],
  };
}
