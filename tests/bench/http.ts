import { sql } from 'drizzle-orm';
import type { Environment } from '#lib/authority-environment.ts';
import { database, openDatabase, setDatabase } from '#lib/database/client.ts';
import type { Table } from './report.ts';
import { amount } from './rounds.ts';
import { onSite, type Site, withBareServer } from './servers.ts';
import { type Target, throughputRow, throughputsOf } from './throughput.ts';

const connections = amount(16, 2);
const rounds = amount(9);
const seconds = amount(2, 0.05);
/** What the wrapper may cost, and by how much a large workspace may be slower. */
const leastOfBare = 0.85;
const leastOfSmall = 0.8;
/** Entries of the one workspace and of the other. */
const sizes = { sandbox: 1_000, live: amount(1_000_000, 2_000) };

/** What the API's own part of a request costs, and whether it grows with what a workspace holds. */
export async function measureHttp(): Promise<Table[]> {
  return onSite(async (site) => [await measureWrapper(site), await measureGrowth(site)]);
}

const asking = (site: Site, environment: Environment, path: string): Target => ({
  server: site,
  load: {
    url: `${site.origin}/api${path}`,
    headers: { authorization: `Bearer ${site.seeded[environment].apiKey}` },
    connections,
  },
});

async function measureWrapper(site: Site): Promise<Table> {
  const wrapped = asking(site, 'live', '/utils/v1/ping');
  const throughputs = await withBareServer({ DATABASE_URL: site.databaseUrl }, (bare) => {
    const load = { ...wrapped.load, url: `${bare.origin}/ping` };
    return throughputsOf({ wrapped, bare: { server: bare, load } }, { rounds, seconds });
  });
  const [measured, reference] = [throughputs.get('wrapped'), throughputs.get('bare')];
  return {
    title: 'A route of the API / the same query for the key in a bare route handler (PostgreSQL)',
    rows: [throughputRow('GET /api/utils/v1/ping', measured, reference, leastOfBare)],
    notes: [
      `${rounds} rounds of ${seconds} s in turn, ${connections} connections; log, metrics and limits on.`,
    ],
  };
}

async function measureGrowth(site: Site): Promise<Table> {
  const one = await fill(site);
  const paths: Record<string, (environment: Environment) => string> = {
    'a page of 20 entries': () => '/silo/v1/entries?folder=suppliers',
    'the same from its other end': () => '/silo/v1/entries?folder=suppliers&ascending=true',
    'one entry': (environment) => `/silo/v1/entries/${one[environment]}`,
  };
  const targets = Object.entries(paths).flatMap(([what, path]) =>
    (['sandbox', 'live'] as const).map((size): [string, Target] => [
      `${what} ${size}`,
      asking(site, size, path(size)),
    ]),
  );
  const throughputs = await throughputsOf(Object.fromEntries(targets), { rounds, seconds });
  const [small, large] = [sizes.sandbox, sizes.live].map((size) => size.toLocaleString('en'));
  return {
    title: `In a workspace of ${large} entries / in one of ${small} (PostgreSQL)`,
    rows: Object.keys(paths).map((what) =>
      throughputRow(what, throughputs.get(`${what} live`), throughputs.get(`${what} sandbox`), leastOfSmall),
    ),
    notes: [`${rounds} rounds of ${seconds} s in turn, ${connections} connections, one server and database.`],
  };
}

/** Straight into the table; through the API a million would take an hour. Gives an entry of each workspace. */
async function fill(site: Site): Promise<Record<Environment, string>> {
  const opened = await openDatabase({ url: site.databaseUrl, dataDir: '', poolSize: 2 });
  setDatabase(opened);
  const one = { sandbox: '', live: '' };
  for (const environment of ['sandbox', 'live'] as const) {
    const { workspace } = site.seeded[environment];
    // In parts: a statement may take half a minute.
    for (let done = 0; done < sizes[environment]; done += 50_000) {
      const last = Math.min(sizes[environment], done + 50_000);
      await database().execute(sql`
        insert into entries (id, workspace_id, folder, doc_schema, doc, digest, created_digest, created_at)
        select gen_random_uuid(), ${workspace}, 'suppliers', 'https://gobl.org/draft-0/org/party',
          jsonb_build_object('$schema', 'https://gobl.org/draft-0/org/party', 'name', 'Almacén ' || n,
            'tax_id', jsonb_build_object('country', 'AR', 'code', (30000000000 + n::bigint * 7919)::text)),
          'x', 'x', now() - n * interval '1 minute'
        from generate_series(${done + 1}::int, ${last}::int) n`);
    }
    const { rows } = await database().execute<{ id: string }>(sql`
      select id from entries where workspace_id = ${workspace} order by created_at offset 500 limit 1`);
    one[environment] = rows[0]?.id ?? '';
  }
  await database().execute(sql`vacuum analyze`);
  await opened.close();
  setDatabase(undefined);
  return one;
}
