// @module-tag slow
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { desc } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { idempotentAnswers } from '#lib/database/tables/idempotency.ts';
import { setSealingKey } from '#lib/vault.ts';
import { startAlta } from '#tests/support/alta.ts';
import { type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { sealEverywhere, sealMany } from '#tests/support/sealed-everywhere.ts';
import { authorityOf, simulatorOfWorker } from '#tests/support/simulator.ts';
import { run } from '#tests/support/starting.ts';
import {
  configure,
  everythingOpens,
  idOf,
  newKey,
  rotateToTheEnd,
  sealedUnder,
  withKeys,
} from '#tests/support/vault-keys.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, supplierCuit } from '#tests/support/workspace.ts';
import { startChild } from '../../../scripts/child.ts';

/** `ALTA_KILLS=200 npx vitest run --project integration tests/integration/database/vault-kills.test.ts` for the long run. */
const kills = Number(process.env.ALTA_KILLS ?? 2);
/** So many are wrapped anew in a second or two. */
const values = 4_000;

const timeout = 120_000 + kills * 15_000;
const simulator = await simulatorOfWorker();

const environmentOf = ({ url = '', dataDir }: DatabaseSource, keys: string[]) => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  ...withKeys(keys),
});

/** A database with much that is sealed under the key. */
async function filled(key: string) {
  const source = await newDatabase();
  configure([key]);
  const made = await withDatabase(source, async () => {
    const sealed = await sealEverywhere(simulator);
    await sealMany(sealed.ctx, values);
    return { ...sealed, apiKey: await newApiKey(sealed.ctx) };
  });
  return { source, ...made };
}

/** Kills rotation after rotation, until one of them was in the middle. */
async function killRotations(source: DatabaseSource, keys: string[], ctx: Context): Promise<void> {
  const former = idOf(keys[1] ?? '');
  let inTheMiddle = 0;
  let withinMs = 600;
  for (let killed = 0; killed < kills || inTheMiddle === 0; killed += 1) {
    await killRotation(source, keys, withinMs);
    await looking(source, async () => {
      const left = await sealedUnder(former);
      if (left > 0 && left < values) inTheMiddle += 1;
      // On a busy machine nothing had begun.
      if (left >= values) withinMs *= 2;
      if (left > values / 2) return;
      // So does a process that has not noticed yet.
      setSealingKey(former);
      await sealMany(ctx, values - left);
    });
  }
}

/** Begins to rotate in a process, and kills it some moment later. */
async function killRotation(source: DatabaseSource, keys: string[], withinMs: number): Promise<void> {
  const begun = Promise.withResolvers<void>();
  const rotating = startChild('tests/support/rotating-process.ts', environmentOf(source, keys), (line) =>
    line === 'begun' ? begun.resolve() : console.error(line),
  );
  const ended = once(rotating, 'exit');
  await Promise.race([begun.promise, ended]);
  await new Promise((resolve) => setTimeout(resolve, randomInt(withinMs)));
  rotating.kill('SIGKILL');
  const [code] = await ended;
  // With 0 it was done before.
  expect(code).toBeFalsy();
}

/** What is answered under a key of the caller's is sealed, and opened when it is asked again. */
function customerOf(call: ApiClient) {
  return async (key: string): Promise<string> => {
    const document = {
      folder: 'customers',
      data: { name: key, tax_id: { country: 'AR', code: supplierCuit } },
    };
    const answer = await call('POST', '/silo/v1/entries', document, { 'idempotency-key': key });
    expect([answer.status, answer.body.id]).toEqual([200, expect.any(String)]);
    return answer.body.id;
  };
}

const keyOfLatestAnswer = async () => {
  const latest = database().select().from(idempotentAnswers).orderBy(desc(idempotentAnswers.createdAt));
  const [answer] = await latest.limit(1);
  return answer?.bodySealed?.split('.')[1];
};

test(
  'a rotation that is killed again and again beside an application that serves loses nothing, and comes to its end',
  async () => {
    const [former, next] = [newKey(), newKey()];
    const { source, ctx, apiKey, entryId, ref } = await filled(former);
    const alta = await startAlta(source, { ...authorityOf(simulator), ...withKeys([former, next]) });
    onTestFinished(alta.stop);
    const call = apiClient(alta.origin, apiKey);
    const createCustomer = customerOf(call);

    const created = new Map<string, string>();
    let serving = true;
    const serve = async () => {
      while (serving) {
        const key = `customer-${created.size}`;
        created.set(key, await createCustomer(key));
        const { body } = await call('GET', `/silo/v1/entries/${entryId}`);
        expect(JSON.stringify(body.meta)).toContain(`/reg/${ref}`);
      }
    };
    const kill = async () => {
      await killRotations(source, [next, former], ctx);
      // It was started with the former, and takes to the new one by itself.
      await eventually(
        () => looking(source, keyOfLatestAnswer),
        (id) => id === idOf(next),
      );
      serving = false;
    };
    configure([next, former]);
    await Promise.all([serve(), kill()]);
    await looking(source, async () => {
      await rotateToTheEnd();
      expect(await sealedUnder(idOf(former))).toBe(0);
      await everythingOpens();
    });
    for (const [key, id] of created) expect(await createCustomer(key)).toBe(id);
    for (const [command, words] of [
      ['status', 'current; no other is needed'],
      ['verify', 'Everything opens.'],
    ] as const) {
      const { code, said } = await run(['scripts/keys.ts', command], environmentOf(source, [next]));
      expect([command, code, said]).toEqual([command, 0, expect.stringContaining(words)]);
    }
  },
  timeout,
);
