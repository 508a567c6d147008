// @module-tag slow
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { openInstallation } from '#lib/database/open-installation.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { readKeys, refreshVault, takeUpFirstKey } from '#lib/database/vault-keys.ts';
import { hashRef } from '#lib/silo/public-link.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { textOfDatabase } from '#tests/support/database-text.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { sealEverywhere } from '#tests/support/sealed-everywhere.ts';
import { openSealed, sealedUnder } from '#tests/support/sealed-values.ts';
import { authorityOf, simulatorOfWorker } from '#tests/support/simulator.ts';
import { killer, run } from '#tests/support/starting.ts';
import { configure, idOf, newKey, withKeys } from '#tests/support/vault-keys.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

/** `ALTA_KILLS=100 npx vitest run --project integration tests/integration/database/vault-rotation.test.ts` for more. */
const kills = Number(process.env.ALTA_KILLS ?? 2);
vi.setConfig({ testTimeout: 60_000 + kills * 10_000 });
const simulator = await simulatorOfWorker();

const environmentOf = ({ url = '', dataDir }: DatabaseSource, keys: string[]) => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  ...withKeys(keys),
});

/** Opens it with these keys as the application does, and closes it. Gives why it did not open. */
async function startWith(source: DatabaseSource, keys: string[]): Promise<string> {
  onTestFinished(setEnvironment(environmentOf(source, keys)));
  const opened = await openInstallation().catch(String);
  if (typeof opened === 'string') return opened;
  await takeUpFirstKey(opened.db);
  await opened.close();
  return 'opened';
}

/** A database in which `work` is done under the key. */
async function sealed<Made>(key: string, work: () => Promise<Made>) {
  const source = await newDatabase();
  configure([key]);
  return { source, made: await withDatabase(source, work) };
}

test('sealed values of every former key open with the newest key alone', async () => {
  const keys = [newKey(), newKey(), newKey()];
  const [first = '', second = '', third = ''] = keys;
  const { source, made } = await sealed(first, () => sealEverywhere(simulator));
  for (const configured of [
    [second, first],
    [third, second],
  ]) {
    expect(await startWith(source, configured)).toBe('opened');
    await withDatabase(source, () => rotateSecret(made.ctx, { overlapHours: 24 }));
  }
  configure([third]);
  await withDatabase(source, async () => {
    const found = new Set((await openSealed()).map(({ keyId }) => keyId));
    expect(found).toEqual(new Set(keys.map(idOf)));
    const isOfRef = sql`${registrationLinks.refHash} = ${hashRef(made.ref)}`;
    expect(await database().$count(registrationLinks, isOfRef)).toBe(1);
  });
});

test('a sealed value opens everywhere except in another workspace’s row', async () => {
  const key = newKey();
  const { source, made } = await sealed(key, async () => {
    await sealEverywhere(simulator);
    return sealEverywhere(simulator);
  });
  configure([key]);
  await withDatabase(source, async () => {
    const opened = await openSealed();
    // As many as there are in the rows, of whichever table.
    const everywhere = (await textOfDatabase()).match(/\bv1\.[0-9a-f]{12}\.[\w-]{43}\./g) ?? [];
    expect(opened).toHaveLength(everywhere.length);
    expect([...new Set(opened.map(({ column }) => column))].toSorted()).toEqual([
      'access_tickets.ticket_sealed',
      'api_keys.digest_sealed',
      'certificates.key_sealed',
      'idempotent_answers.body_sealed',
      'registration_links.ref_sealed',
      'second_factors.secret_sealed',
      'setup_codes.code_sealed',
      'vault_secrets.secret_sealed',
      'webhook_attempts.response_sealed',
      'webhook_deliveries.headers_sealed',
      'webhook_deliveries.secret_sealed',
      'webhook_secrets.secret_sealed',
      'workflows.steps.bearer_token',
      'workflows.steps.headers.x-key',
      'workflows.steps.headers.x-other',
      'workflows.steps.secret',
    ]);
    const isOfMade = sql`${registrationLinks.workspaceId} = ${made.ctx.workspace.id}`;
    const ofOther = sql`(select ref_sealed from registration_links where not (${isOfMade}) limit 1)`;
    await database().update(registrationLinks).set({ refSealed: ofOther }).where(isOfMade);
    await expect(openSealed()).rejects.toThrow('vault:');
  });
});

test('a key that is still needed is named when it is missing', async () => {
  const [former, next] = [newKey(), newKey()];
  const { source } = await sealed(former, newWorkspace);
  expect(await startWith(source, [next])).toContain(idOf(former));
  expect(await startWith(source, [former, next])).toBe('opened');
  // A script changes nothing.
  configure([next, former]);
  await withDatabase(source, async () => expect(await readKeys(database())).toHaveLength(1));
  expect(await startWith(source, [next, former])).toBe('opened');
  // Who does not know the new one ends with words, rather than seal under the former.
  const refusal = await startWith(source, [former]);
  expect(refusal).toContain(idOf(next));
  expect(refusal).not.toContain(next);
  expect(await startWith(source, [next])).toBe('opened');
  // A process that still has the order of before changes nothing back.
  expect(await startWith(source, [former, next])).toBe('opened');
  expect(await startWith(source, [next])).toBe('opened');
});

test('a data key altered in the database is noticed at the start', async () => {
  const [former, next] = [newKey(), newKey()];
  const { source } = await sealed(former, newWorkspace);
  expect(await startWith(source, [next, former])).toBe('opened');
  configure([next]);
  await withDatabase(source, () =>
    database().execute(
      sql`update vault_keys set data_key = overlay(data_key placing 'AAAA' from 5) where not current`,
    ),
  );
  expect(await startWith(source, [next])).toContain('vault:');
});

test('of two new keys at once the first wins, and the second instance needs it', async () => {
  const [former = '', one = '', other = ''] = [newKey(), newKey(), newKey()];
  const { source } = await sealed(former, newWorkspace);
  const endings = await Promise.all(
    [one, other].map((key) => run(['scripts/keys.ts', 'rotate'], environmentOf(source, [key, former]))),
  );
  expect(endings.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const winner = endings[0]?.code === 0 ? one : other;
  expect(await startWith(source, [winner])).toBe('opened');
});

test('a running application adopts the new key by itself, and a start without that key fails', async () => {
  const [former, next] = [newKey(), newKey()];
  const { source, made } = await sealed(former, async () => {
    const { ctx, entryId, ref } = await sealEverywhere(simulator);
    return { apiKey: await newApiKey(ctx), entryId, ref };
  });
  const alta = await startAlta(source, { ...authorityOf(simulator), ...withKeys([former, next]) });
  onTestFinished(alta.stop);
  const call = apiClient(alta.origin, made.apiKey);
  // The answer to a caller's key is sealed, and opened when the same is asked again.
  const createCustomer = async (key: string): Promise<string> => {
    const data = { name: key, tax_id: { country: 'AR', code: supplierCuit } };
    const document = { folder: 'customers', data };
    const answer = await call('POST', '/silo/v1/entries', document, { 'idempotency-key': key });
    expect([answer.status, answer.body.id]).toEqual([200, expect.any(String)]);
    return answer.body.id;
  };
  const created = new Map([['before', await createCustomer('before')]]);
  const { code } = await run(['scripts/keys.ts', 'rotate'], environmentOf(source, [next, former]));
  expect(code).toBe(0);
  configure([next]);
  const latest = async () => {
    const key = `customer-${created.size}`;
    created.set(key, await createCustomer(key));
    return looking(source, () => sealedUnder(idOf(next)));
  };
  await eventually(latest, (count) => count > 0);
  for (const [key, id] of created) expect(await createCustomer(key)).toBe(id);
  const { body } = await call('GET', `/silo/v1/entries/${made.entryId}`);
  expect(JSON.stringify(body.meta)).toContain(`/reg/${made.ref}`);
  const status = await run(['scripts/keys.ts', 'status'], environmentOf(source, [next]));
  expect(status).toEqual({
    code: 0,
    said: expect.stringMatching(new RegExp(`${idOf(former)}  former[^]*${idOf(next)}  current`)),
  });
  const back = await run(['scripts/keys.ts', 'rotate'], environmentOf(source, [former, next]));
  expect(back).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was rotated') });
  configure([former]);
  await expect(looking(source, () => refreshVault(database()))).rejects.toThrow(idOf(next));
});

test('a killed rotation has taken place or not, and every sealed value still opens', async () => {
  let current = newKey();
  const { source, made } = await sealed(current, () => sealEverywhere(simulator));
  const kill = killer();
  let killed = 0;
  while (killed < kills) {
    const next = newKey();
    const wasKilled = await kill(['scripts/keys.ts', 'rotate'], environmentOf(source, [next, current]));
    configure([next, current]);
    const known = await looking(source, () => readKeys(database()));
    const now = known.filter((key) => key.current).map(({ id }) => id);
    expect([[idOf(current)], [idOf(next)]]).toContainEqual(now);
    if (now[0] === idOf(next)) current = next;
    configure([current]);
    await withDatabase(source, async () => {
      await rotateSecret(made.ctx, { overlapHours: 0 });
      expect(await sealedUnder(idOf(current))).toBeGreaterThan(0);
    });
    if (wasKilled) killed += 1;
  }
  console.log(`${killed} kills of a rotation`);
});

test('a start with the current key creates nothing new', async () => {
  const [former, next] = [newKey(), newKey()];
  const { source } = await sealed(former, newWorkspace);
  configure([next, former]);
  await withDatabase(source, async () => {
    await takeUpFirstKey(database());
    const before = await readKeys(database());
    await takeUpFirstKey(database());
    expect(await readKeys(database())).toEqual(before);
  });
});
