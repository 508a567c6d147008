import pg from 'pg';
import type { Row, Table } from './report.ts';
import { amount, inTurns, median, medianRatio } from './rounds.ts';

const rounds = amount(31);
const times = amount(10);
const batchSize = 1_000;

/** Tables that grow for months or forever, with typical queries relative to one of their rows, `r`. */
const tables: Record<string, { key: string; what: Record<string, string> }> = {
  webhook_deliveries: {
    key: 'id',
    what: {
      'a page': `where workspace_id = r.workspace_id order by created_at desc nulls last, id desc nulls last limit 21`,
      'one by its id': 'where id = r.id',
      'the rows of a job': 'where job_id = r.job_id',
    },
  },
  intent_events: { key: 'intent_id, index', what: { 'the rows of a step': 'where intent_id = r.intent_id' } },
  audit_log: {
    key: 'position',
    what: {
      'the rows of an entry': `where workspace_id = r.workspace_id and subject_id = r.subject_id order by position desc limit 21`,
    },
  },
};

/** Compares two copies of each table, one partitioned by month and one whole, both with the table's indexes. */
export async function measurePartitions(url: string): Promise<Table> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows: Row[] = [];
  for (const [table, { key, what }] of Object.entries(tables)) {
    await copy(client, table, key);
    for (const [name, condition] of Object.entries(what)) {
      const [row] = (
        await client.query(`select r.* from ${table} r order by created_at offset ${amount(900, 3)} limit 1`)
      ).rows;
      rows.push(await compare(client, `${table}: ${name}`, (copied) => query(copied, condition, row)));
    }
    rows.push(await compare(client, `${table}: one row inserted`, (copied) => insertion(copied, table, key)));
    rows.push(await removal(client, table, key));
    await client.query(`drop table in_parts, in_one`);
  }
  await client.end();
  return {
    title: 'A table partitioned by month, two years / the same table unpartitioned',
    rows,
    notes: [
      `${rounds} rounds of ${times} in turn. A month is removed by dropping its partition / by deleting batches of ${batchSize}.`,
    ],
  };
}

async function copy(client: pg.Client, table: string, key: string): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = '${table}'::regclass and not indisprimary`,
  );
  await client.query(`set maintenance_work_mem = '512MB'; drop table if exists in_parts, in_one;
    create table in_parts (like ${table} including defaults) partition by range (created_at);
    create table in_one (like ${table} including defaults)`);
  for (let month = -25; month <= 1; month++) {
    await client.query(`do $$ begin execute format('create table in_parts_${month + 25} partition of in_parts
      for values from (%L) to (%L)', date_trunc('month', now()) + interval '${month} months',
      date_trunc('month', now()) + interval '${month + 1} months'); end $$`);
  }
  for (const copied of ['in_parts', 'in_one']) {
    await client.query(`insert into ${copied} select * from ${table} order by created_at`);
    await client.query(
      `alter table ${copied} add primary key (${key}${copied === 'in_parts' ? ', created_at' : ''})`,
    );
    for (const { definition } of rows) {
      // A unique index of a partitioned table must contain the partition key, so the index is made non-unique.
      await client.query(
        definition.replace('CREATE UNIQUE', 'CREATE').replace(/INDEX \S+ ON \S+/, `INDEX ON ${copied}`),
      );
    }
    await client.query(`analyze ${copied}`);
  }
}

type Statement = { text: string; values: unknown[] };

function query(copied: string, condition: string, row: Record<string, unknown>): Statement {
  const values: unknown[] = [];
  const text = condition.replace(/r\.(\w+)/g, (_, column: string) => `$${values.push(row[column])}`);
  return { text: `select * from ${copied} ${text}`, values };
}

/** Inserts a copy of any row, with today's date and a new key. */
function insertion(copied: string, table: string, key: string): Statement {
  const [first = ''] = key.split(', ');
  const another = first === 'position' ? `nextval('audit_log_position_seq')` : 'gen_random_uuid()';
  return {
    text: `insert into ${copied} select more.* from (select * from ${table} limit 1) there,
      jsonb_populate_record(null::${table}, to_jsonb(there) ||
        jsonb_build_object('created_at', now(), '${first}', ${another})) more`,
    values: [],
  };
}

async function compare(
  client: pg.Client,
  what: string,
  statement: (copied: string) => Statement,
): Promise<Row> {
  const of = (copied: string) => async () => {
    const measured = statement(copied);
    await client.query(measured);
    const startedAt = performance.now();
    for (let time = 0; time < times; time++) await client.query(measured);
    return (performance.now() - startedAt) / times;
  };
  const { parts, one } = await inTurns(rounds, { parts: of('in_parts'), one: of('in_one') });
  return { what, measured: ms(median(parts)), reference: ms(median(one)), ratio: medianRatio(parts, one) };
}

/** Removes the month of a year ago, whose rows lie between the others. */
async function removal(client: pg.Client, table: string, key: string): Promise<Row> {
  const until = `date_trunc('month', now()) - interval '11 months'`;
  const startedAt = performance.now();
  await client.query('drop table in_parts_13');
  const dropped = performance.now() - startedAt;
  let longest = 0;
  let deleted = 0;
  const deletionStartedAt = performance.now();
  for (let last = batchSize; last === batchSize; ) {
    const batchStartedAt = performance.now();
    last =
      (
        await client.query(`delete from in_one where (${key}) in (select ${key} from in_one
          where created_at >= ${until} - interval '1 month' and created_at < ${until} limit ${batchSize})`)
      ).rowCount ?? 0;
    deleted += last;
    longest = Math.max(longest, performance.now() - batchStartedAt);
  }
  return {
    what: `${table}: a month removed, ${deleted.toLocaleString('en')} rows`,
    measured: ms(dropped),
    reference: `${ms(performance.now() - deletionStartedAt)}, the longest batch ${ms(longest)}`,
  };
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(2)} ms`;
