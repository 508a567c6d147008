import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#lib/database/client.ts';
import { hostsOf } from '#lib/database/hosts.ts';
import { altaErrorOf } from '#lib/http/problem.ts';
import { startQueue } from '#lib/queue.ts';
import { eventually } from '#tests/support/api-client.ts';
import { freePort, startPostgres, type TemporaryPostgres } from '#tests/support/postgres.ts';

describe('a DATABASE_URL with a dead host and two PostgreSQL nodes, one of them read-only', () => {
  let nodes: TemporaryPostgres[];
  let url: string;

  beforeAll(async () => {
    nodes = await Promise.all([startPostgres(), startPostgres()]);
    const hosts = [`127.0.0.1:${await freePort()}`, ...nodes.map((node) => new URL(node.url).host)];
    url = `postgres://postgres:hunter2@${hosts.join(',')}/postgres?target_session_attrs=read-write`;
  });
  afterAll(() => Promise.all(nodes.map((node) => node.stop())));

  const ask = async (node: TemporaryPostgres | undefined, ...statements: string[]) => {
    const client = new Client({ connectionString: node?.url });
    await client.connect();
    for (const statement of statements.slice(0, -1)) await client.query(statement);
    const { rows } = await client.query(statements.at(-1) ?? '');
    await client.end();
    return rows;
  };

  /** Makes one node, or none, the one that accepts writes. */
  async function promote(chosen: TemporaryPostgres | undefined): Promise<void> {
    for (const node of nodes) {
      const readOnly = node === chosen ? 'off' : 'on';
      await ask(
        node,
        `alter system set default_transaction_read_only = ${readOnly}`,
        'select pg_reload_conf()',
      );
      await eventually(
        () => ask(node, 'show default_transaction_read_only'),
        ([row]) => row.default_transaction_read_only === readOnly,
      );
    }
  }

  async function open(): Promise<OpenDatabase> {
    const opened = await openDatabase({ url, dataDir: '' });
    onTestFinished(opened.close);
    return opened;
  }

  /** The port of the node that a transaction writes to, or the key of the error that a request gets. */
  const written = ({ db }: OpenDatabase) =>
    db
      .transaction(async (tx) => {
        await tx.execute(sql`create table if not exists written (at timestamptz)`);
        await tx.execute(sql`insert into written values (now())`);
        const { rows } = await tx.execute<{ port: string }>(sql`select current_setting('port') as port`);
        return rows[0]?.port;
      })
      .catch((error: unknown) => altaErrorOf(error).key);

  test('writes to the other one, and follows when they change places', async () => {
    const [one, two] = nodes;
    for (const [chosen, url] of [
      [one, one?.url],
      [two, two?.url],
    ] as const) {
      await promote(chosen);
      const opened = await open();
      expect(await written(opened)).toBe(new URL(url ?? '').port);
    }
    const opened = await open();
    expect(await written(opened)).toBe(new URL(two?.url ?? '').port);
    await promote(one);
    expect(await written(opened)).toBe('unavailable');
    expect(await written(opened)).toBe(new URL(one?.url ?? '').port);
  });

  test('runs the queue and its listener on the node that accepts writes', async () => {
    const [one, two] = nodes;
    await promote(two);
    const boss = await startQueue(await open());
    onTestFinished(() => boss.stop({ graceful: false }));
    const queued = `select count(*)::int as count, count(*) filter (where query ilike 'listen%')::int as listening
      from pg_stat_activity where application_name = 'alta queue'`;
    expect(await ask(one, queued)).toEqual([{ count: 0, listening: 0 }]);
    const [{ count, listening }] = await ask(two, queued);
    expect([count > 1, listening]).toEqual([true, 1]);
  });

  test('is unavailable while no node accepts writes, and names the hosts without the password', async () => {
    await promote(undefined);
    const error = await openDatabase({ url, dataDir: '' }).catch((thrown: unknown) => thrown);
    expect(altaErrorOf(error).key).toBe('unavailable');
    const { message } = error as Error;
    for (const host of hostsOf(url).split(', ')) expect(message).toContain(host);
    expect(message).toMatch(/nothing answers.*read-only.*read-only/);
    expect(message).not.toContain('hunter2');
  });
});
