import type { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { jobs } from '#lib/database/tables/workflows.ts';
import type { Fault } from '#lib/errors.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** What a step knows when it runs. */
export interface Task<Config = unknown> {
  ctx: Context;
  job: typeof jobs.$inferSelect;
  entry: EntryRow;
  config: Config;
  /** When this step of this job was first begun: a wait counts from here. */
  begunAt: Date;
  now: Date;
}

export type Outcome =
  | { status: 'OK' | 'SKIP'; code?: string; message?: string }
  /** Unrecoverable: the job goes on with its rescue steps. */
  | { status: 'KO'; fault: Fault }
  /** Waits: runs again when something wakes `ref`, and at `until` at the latest. */
  | { status: 'QUEUED'; ref: string; message: string; until: Date };

/**
 * One kind of step. `run` does the outside work and returns what is to be written; the engine writes that
 * together with the job's new position, in one transaction. A process that dies in between runs the step
 * again from its start: outside work must bear being done twice.
 */
export interface Provider<Config extends z.ZodType = z.ZodType> {
  id: string;
  config: Config;
  run(task: Task<z.infer<Config>>): Promise<(tx: Transaction) => Promise<Outcome>>;
}

export const defineProvider = <Config extends z.ZodType>(provider: Provider<Config>): Provider<Config> =>
  provider;
