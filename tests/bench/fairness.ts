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
/** Against the time that they take alone. */
const most = 2;

/** One supplier's ten thousand invoices beside one invoice of each of fifty others, all of one workspace. */
export async function measureFairness(): Promise<Table[]> {
  return withEngine(async ({ simulator }) => {
    const ctx = await newWorkspace();
    const large = await newBenchIssuer(simulator, ctx);
    const small = await inOrder(Array.from({ length: others }, () => () => newBenchIssuer(simulator, ctx)));
    await issueOnes(small);
    const alone = await inOrder(Array.from({ length: rounds }, () => () => issueOnes(small)));
    await submit([large], flood);
    const beside: number[] = [];
    while (beside.length < rounds && (await isUnderWay(large))) {
      await pause(200);
      beside.push(await issueOnes(small));
    }
    await allEnded();
    await refuseFailures();
    const ratio = median(beside) / median(alone);
    const ms = (values: number[]) =>
      `${median(values).toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)} ms`;
    return [
      {
        title: `One invoice of each of ${others} suppliers, beside ${flood} of another / alone`,
        rows: [
          {
            what: 'from their jobs to the last of their ends',
            measured: ms(beside),
            reference: ms(alone),
            ratio,
            aim: `<= ${most}`,
            met: ratio <= most,
          },
        ],
        notes: [
          `All of one workspace; ${alone.length} rounds alone, ${beside.length} while the others are sent.`,
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
