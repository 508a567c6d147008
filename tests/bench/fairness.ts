import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { allEnded, type BenchIssuer, newBenchIssuer, refuseFailures, submit } from './invoice-suppliers.ts';
import type { Table } from './report.ts';
import { amount, inOrder, median } from './rounds.ts';
import { withEngine } from './with-engine.ts';
import { rowsOf } from './workflow-rows.ts';

const flood = amount(10_000, 20);
const others = amount(50, 2);
const rounds = amount(9);
/** Compared with the time that the invoices take alone. */
const maxRatio = 2;

/** One invoice of each of fifty suppliers while another sends ten thousand, all in one workspace. */
export async function measureFairness(): Promise<Table[]> {
  return withEngine(async ({ simulator }) => {
    const ctx = await newWorkspace();
    const large = await newBenchIssuer(simulator, ctx);
    const small = await inOrder(Array.from({ length: others }, () => () => newBenchIssuer(simulator, ctx)));
    await issueOnes(small);
    const alone = await inOrder(Array.from({ length: rounds }, () => () => issueOnes(small)));
    await submit([large], flood);
    const during: number[] = [];
    while (during.length < rounds && (await isUnderWay(large))) {
      await pause(200);
      during.push(await issueOnes(small));
    }
    await allEnded();
    await refuseFailures();
    const ratio = median(during) / median(alone);
    const ms = (values: number[]) =>
      `${median(values).toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)} ms`;
    return [
      {
        title: `One invoice of each of ${others} suppliers, during ${flood} of another / alone`,
        rows: [
          {
            what: 'from the creation of their jobs to the end of the last one',
            measured: ms(during),
            reference: ms(alone),
            ratio,
            aim: `<= ${maxRatio}`,
            met: ratio <= maxRatio,
          },
        ],
        notes: [
          `All in one workspace; ${alone.length} rounds alone, ${during.length} while the others are sent.`,
        ],
      },
    ];
  });
}

async function issueOnes(issuers: BenchIssuer[]): Promise<number> {
  const ids = await submit(issuers, 1);
  const startedAt = performance.now();
  await allEnded(2, ids);
  return performance.now() - startedAt;
}

async function isUnderWay({ cuit }: BenchIssuer): Promise<boolean> {
  const left = sql`select exists (select 1 from jobs join entries on entries.id = silo_entry_id
    where completed_at is null and doc #>> '{supplier,tax_id,code}' = ${cuit}) as is`;
  return (await rowsOf<{ is: boolean }>(database(), left))[0]?.is ?? false;
}
