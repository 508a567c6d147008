import type { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { jobs } from '#lib/database/tables/workflows.ts';
import type { CodedMessage, StoredFault, StoredMessage } from '#lib/faults.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

export interface Task<Config = unknown> {
  ctx: Context;
  job: typeof jobs.$inferSelect;
  /** Id of this run of the step; the same after a restart of the process. */
  intentId: string;
  entry: EntryRow;
  config: Config;
  /** First start of this step in this job; waits count from here. */
  begunAt: Date;
  now: Date;
}

export type Outcome =
  /** `skippedSteps`: number of the following steps that do not run; all if there are fewer. */
  | ({ status: 'OK' | 'SKIP'; skippedSteps?: number } & Partial<CodedMessage>)
  /** Unrecoverable: the job continues with its rescue steps. */
  | { status: 'KO'; fault: StoredFault; others?: StoredFault[] }
  /**
   * Waits: the step runs again when `ref` is woken, at `until` at the latest. `ERR` if the awaited work has
   * failed and is being retried. A changed message becomes a new event.
   */
  | ({ status: 'QUEUED' | 'ERR'; ref: string; until: Date } & StoredMessage);

/**
 * One kind of step. `run` does the external work and returns a function that writes the result; the engine
 * calls it in the transaction that stores the job's new position. If the process dies in between, the step
 * runs again from its start, so the external work must tolerate repetition.
 */
export interface Provider<Config extends z.ZodType = z.ZodType> {
  id: string;
  title: string;
  /** Kind of document, such as `org/party`; absent: any. */
  schema?: string;
  config: Config;
  /**
   * Settings with secrets, which are sealed at rest and never shown again. `target` is the setting with the
   * address to which they are sent; changing that address requires entering them again.
   */
  secrets?: { names: readonly string[]; target: string };
  /** Settings that name a destination: an address or a mailbox. */
  destinations?: readonly string[];
  /** Settings without effect, accepted for compatibility with workflows made elsewhere. */
  unused?: readonly string[];
  /** Id of the provider of a step that must come earlier. */
  needs?: string;
  /** `tells`: may send the registration's link to somebody. `waits`: waits for the holder of that link. */
  role?: 'tells' | 'waits';
  /** True if a job may continue without the step, since no later step depends on it. */
  skippable?: true;
  /** Retries the awaited work (`ref`) now instead of at its scheduled time. */
  retry?(tx: Transaction, ctx: Context, ref: string): Promise<void>;
  run(task: Task<z.infer<Config>>): Promise<(tx: Transaction) => Promise<Outcome>>;
}

export const defineProvider = <Config extends z.ZodType>(provider: Provider<Config>): Provider<Config> =>
  provider;
