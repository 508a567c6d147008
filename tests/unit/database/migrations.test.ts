import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isOlder, ownVersion } from '#lib/version.ts';
import { compatibleSince, hazardsOf } from '../../../scripts/migration-hazards.ts';

/** The one that began the schema. */
const firstVersion = '0.2.0';

const journal: { entries: { tag: string }[] } = JSON.parse(
  readFileSync('lib/database/migrations/meta/_journal.json', 'utf8'),
);
const tags = journal.entries.map(({ tag }) => tag);
const sqlOf = (tag: string) => readFileSync(`lib/database/migrations/${tag}.sql`, 'utf8');

test.each(tags)('%s can run while the previous version serves', async (tag) =>
  expect(await hazardsOf(sqlOf(tag))).toEqual([]),
);

test('migrations remove only what earlier versions stopped reading, in order', async () => {
  const said = (await Promise.all(tags.map((tag) => compatibleSince(sqlOf(tag))))).filter(
    (version) => version !== undefined,
  );
  const inOrder = [firstVersion, ...said];
  const wrong = said.filter(
    (version, at) => !isOlder(version, ownVersion()) || isOlder(version, inOrder[at] ?? ''),
  );
  expect(wrong).toEqual([]);
});

const raise = `UPDATE "schema_compatibility" SET "since" = '0.3.0'`;
test('the oldest compatible version is read from the statement', async () => {
  expect(await compatibleSince(raise)).toBe('0.3.0');
  expect(await compatibleSince(`CREATE TABLE a (b text); -- ${raise}`)).toBeUndefined();
});

describe('a statement is a hazard', () => {
  test.each([
    ['ALTER TABLE a DROP COLUMN b', 'contract'],
    ['DROP TABLE a', 'contract'],
    ['DROP TRIGGER t ON a', 'contract'],
    ['ALTER TABLE a RENAME COLUMN b TO c', 'contract'],
    ['ALTER TABLE a RENAME TO c', 'contract'],
    ['ALTER TABLE a ALTER COLUMN b TYPE bigint', 'contract'],
    ['ALTER TABLE a ALTER COLUMN b DROP NOT NULL', 'contract'],
    ['ALTER TABLE a ALTER COLUMN b DROP DEFAULT', 'contract'],
    ['ALTER TABLE a DROP CONSTRAINT c', 'contract'],
    ['ALTER TABLE a ADD COLUMN b text NOT NULL', 'contract'],
    ['ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0) NOT VALID', 'refusal'],
    ['TRUNCATE a', 'contract'],
    ['ALTER TABLE a ADD COLUMN b uuid NOT NULL DEFAULT gen_random_uuid()', 'rewrite'],
    ['ALTER TABLE a ADD COLUMN b text GENERATED ALWAYS AS (lower(c)) STORED', 'rewrite'],
    ['ALTER TABLE a ALTER COLUMN b SET NOT NULL', 'scan refusal'],
    ['ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)', 'scan refusal'],
    ['ALTER TABLE a ADD CONSTRAINT c FOREIGN KEY (b) REFERENCES d(e)', 'scan refusal'],
    ['ALTER TABLE a ADD CONSTRAINT c UNIQUE (b)', 'index refusal'],
    ['CREATE INDEX i ON a (b)', 'index'],
    ['CREATE UNIQUE INDEX i ON a (b)', 'index refusal'],
    ['CREATE UNIQUE INDEX i ON a (lower(b))', 'index refusal'],
    ['DROP INDEX i', 'index'],
    ['UPDATE a SET b = 1', 'data'],
    ['DELETE FROM a', 'data'],
    ['DO $$ BEGIN DELETE FROM a; END $$', 'data'],
    ['CREATE INDEX CONCURRENTLY i ON a (b)', 'transaction'],
  ])('%s: %s', async (sql, kinds) => {
    expect((await hazardsOf(sql)).map(({ kind }) => kind).join(' ')).toBe(kinds);
  });
});

describe('a statement is no hazard', () => {
  test.each([
    ['a column that may be null', 'ALTER TABLE a ADD COLUMN b text'],
    ['a column with the same value for all', 'ALTER TABLE a ADD COLUMN b text DEFAULT now() NOT NULL'],
    ['to validate what was there', 'ALTER TABLE a VALIDATE CONSTRAINT c'],
    [
      'a check of a column that is new',
      'ALTER TABLE a ADD COLUMN b int; ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0) NOT VALID',
    ],
    [
      'that a column that is new tells rows apart, accepted as an index',
      '-- accepted index: few rows\nALTER TABLE a ADD COLUMN b text; CREATE UNIQUE INDEX i ON a (c, b)',
    ],
    [
      'a reference of a column that is new',
      'ALTER TABLE a ADD COLUMN b uuid; ALTER TABLE a ADD CONSTRAINT c FOREIGN KEY (b) REFERENCES d(e)',
    ],
    [
      'whatever is done to a new table',
      'CREATE TABLE a (b text NOT NULL); CREATE INDEX i ON a (b); UPDATE a SET b = 1',
    ],
    ['what is accepted in words', '-- accepted index: a has a handful of rows\nCREATE INDEX i ON a (b)'],
    [
      'what nobody reads any more',
      `-- accepted contract: nobody reads b\nALTER TABLE a DROP COLUMN b; ${raise}`,
    ],
  ])('%s', async (_what, sql) => expect(await hazardsOf(sql)).toEqual([]));

  test('an acceptance without a reason or for another hazard does not count', async () => {
    expect(await hazardsOf('-- accepted index:\nCREATE INDEX i ON a (b)')).toHaveLength(1);
    expect(await hazardsOf('-- accepted contract: nobody reads b\nALTER TABLE a DROP COLUMN b')).toHaveLength(
      1,
    );
    expect(await hazardsOf('-- accepted data: few\nCREATE INDEX i ON a (b)')).toHaveLength(1);
  });
});
