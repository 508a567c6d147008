// @module-tag slow
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { currentDatabase, database } from '#lib/database/client.ts';
import { users } from '#lib/database/tables/accounts.ts';
import { batchRows } from '#lib/database/tables/batches.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { jobs, workflows } from '#lib/database/tables/workflows.ts';
import { localeCookieName } from '#lib/i18n.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { onServer } from '#tests/support/alta.ts';
import { addressOf } from '#tests/support/console-addresses.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { classB } from '#tests/support/invoices.ts';
import { namesOf, wholeWorkspace } from './whole-workspace.ts';

/** Each begins a formula, or ends a cell or a line, in one spreadsheet or another. */
const hostile = [
  '=1+1',
  '+541143210000',
  '-1',
  '@SUM(1)',
  '\uff1d1+1',
  ' =1+1',
  '\t=1+1',
  '\u200b=1+1',
  '\u0085=1+1',
  '\n=1+1',
  'Mala SA\n=1+1',
  'Mala SA\r=1+1',
  'Mala SA\r\n=1+1',
  'Mala SA\u2028=1+1',
  '"=1+1',
  '"\n=1+1"',
  '";=1+1',
  '";"=1+1',
  ',=1+1',
  ';=1+1',
  '\'";\r=1+1,"',
];
const [mala = ''] = hostile.filter((text) => text.startsWith('Mala'));

/** As earlier builds let them in, by whichever door. */
async function seed() {
  const whole = await wholeWorkspace();
  const { ctx, ids, owner } = whole;
  const db = database();
  const named = (name: string) => sql`jsonb_set(${entries.doc}, '{name}', to_jsonb(${name}::text))`;
  for (const text of hostile) {
    const { id } = await createEntry(ctx, {
      folder: 'suppliers',
      data: { name: 'A', tax_id: { code: '30712345671' } },
    });
    await db
      .update(entries)
      .set({ doc: named(text), key: text })
      .where(eq(entries.id, id));
  }
  await db
    .update(entries)
    .set({ doc: named(mala) })
    .where(eq(entries.id, ids.entry));
  const invoice = await createEntry(ctx, { folder: 'invoices', data: classB() });
  const inInvoice = sql`jsonb_set(jsonb_set(${entries.doc}, '{customer,name}', to_jsonb(${mala}::text)),
    '{supplier,name}', to_jsonb(${mala}::text))`;
  await db.update(entries).set({ doc: inInvoice }).where(eq(entries.id, invoice.id));
  await db.update(users).set({ name: mala }).where(eq(users.id, owner.id));
  await db.update(workflows).set({ name: mala }).where(eq(workflows.id, ids.workflow));
  await db.update(jobs).set({ key: mala }).where(eq(jobs.id, ids.job));
  await db.update(webhookDeliveries).set({ event: mala }).where(eq(webhookDeliveries.id, ids.delivery));
  const faults = [{ code: 'of-an-earlier-build', message: mala }] as never;
  await db.update(batchRows).set({ key: mala, faults }).where(eq(batchRows.batchId, ids.batch));
  return whole;
}

/** A heading line, and the lines below it. */
type Reader = (csv: Buffer<ArrayBuffer>, delimiter: string) => Promise<string[][]>;

/** Refuses what is ambiguous, such as a line break that stands alone outside of quotes. */
const postgres: Reader = async (csv, delimiter) => {
  const headings = csv.toString().split('\r\n', 1)[0]?.split(delimiter) ?? [];
  const columns = headings.map((_, index) => `c${index}`);
  const file = join(mkdtempSync(join(tmpdir(), 'alta-csv-')), 'read.csv');
  writeFileSync(file, csv);
  // The server is another user.
  chmodSync(dirname(file), 0o755);
  const client = await currentDatabase().pool.connect();
  try {
    await client.query(`create temp table read (${columns.join(' text, ')} text)`);
    const options = `format csv, delimiter '${delimiter}', null 'none is null'`;
    await client.query(`copy read from '${file}' with (${options})`);
    return (await client.query<string[]>({ text: 'select * from read', rowMode: 'array' })).rows;
  } finally {
    // With its temporary table.
    client.release(true);
    rmSync(dirname(file), { recursive: true });
  }
};

/** Takes what it can get, as spreadsheets do: a line ends at CR and at LF, too. */
const python: Reader = async (csv, delimiter) => {
  const program = `import csv, io, json, sys
text = io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8', newline='')
print(json.dumps(list(csv.reader(text, delimiter=sys.argv[1]))))`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program, delimiter], { input: csv });
  if (stderr.length > 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
};
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What no cell begins with, whatever a spreadsheet leaves out before it. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+@\uff1d\uff0b\uff0d\uff20-]/u;

const exported = [
  'activity/export',
  'batches/[id]/result',
  'configuration/webhooks/deliveries/export',
  'invoices/export',
  'jobs/export',
  'registrations/export',
  'suppliers/export',
];

onServer('an export of strangers’ texts', { seed }, (server) => {
  const download = async (path: string, locale: string) => {
    const { alta, seeded } = server();
    const address = `${alta.origin}${addressOf(`w/[workspace]/${path}`, namesOf(seeded))}`;
    const cookie = `${seeded.cookie}; ${localeCookieName}=${locale}`;
    const answer = await fetchPage(address, { headers: { cookie } });
    expect(answer.status).toBe(200);
    // Without the mark of its encoding.
    return Buffer.from(await answer.arrayBuffer()).subarray(3);
  };

  for (const [name, read, isThere] of [
    ['PostgreSQL', postgres, true],
    ['Python', python, hasPython],
  ] as const) {
    test.skipIf(!isThere).each(exported)(
      `${name} reads the same values from the export: %s`,
      async (path) => {
        for (const [locale, delimiter] of [
          ['es-AR', ';'],
          ['en', ','],
        ] as const) {
          const [headings = [], ...lines] = await read(await download(path, locale), delimiter);
          const cells = lines.flat();
          expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([headings.length]));
          expect(cells.filter((cell) => formula.test(cell) && !/^-\d+([.,]\d+)?$/.test(cell))).toEqual([]);
          expect(cells.filter((cell) => cell.includes(mala))).not.toEqual([]);
          if (path !== 'suppliers/export') continue;
          const asText = hostile.map((text) => (formula.test(text) ? `'${text}` : text));
          expect(new Set(lines.map(([supplier]) => supplier))).toEqual(new Set([...asText, mala]));
        }
      },
    );
  }
});
