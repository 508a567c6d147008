import type { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { jobs } from '#lib/database/tables/workflows.ts';
import type { CodedMessage, StoredFault, StoredMessage } from '#lib/faults.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** What a step knows when it runs. */
export interface Task<Config = unknown> {
  ctx: Context;
  job: typeof jobs.$inferSelect;
  /** This run of this step: the same after a restart. */
  intentId: string;
  entry: EntryRow;
  config: Config;
  /** When this step of this job was first begun: a wait counts from here. */
  begunAt: Date;
  now: Date;
}

export type Outcome =
  | ({ status: 'OK' | 'SKIP' } & Partial<CodedMessage>)
  /** Unrecoverable: the job goes on with its rescue steps. */
  | { status: 'KO'; fault: StoredFault; others?: StoredFault[] }
  /**
   * Waits: runs again when something wakes `ref`, and at `until` at the latest. `ERR` when what it waits for
   * has failed and is tried again. What it says anew becomes a new event.
   */
  | ({ status: 'QUEUED' | 'ERR'; ref: string; until: Date } & StoredMessage);

/**
 * One kind of step. `run` does the outside work and returns what is to be written; the engine writes that
 * together with the job's new position, in one transaction. A process that dies in between runs the step
 * again from its start: outside work must bear being done twice.
 */
export interface Provider<Config extends z.ZodType = z.ZodType> {
  id: string;
  /** What it does, as an operator picks it. */
  title: string;
  /** The kind of document it is for, such as `org/party`; any when absent. */
  schema?: string;
  config: Config;
  /**
   * Names in the configuration whose texts are secrets: sealed at rest, and never shown again. `target` names the
   * address that they are sent to: another address needs them anew.
   */
  secrets?: { names: readonly string[]; target: string };
  /** Names in the configuration that say where something is sent: an address, or a mailbox. */
  destinations?: readonly string[];
  /** Settings among those of `config` that are taken, since others' workflows have them, and do nothing here. */
  unused?: readonly string[];
  /** A step of this provider must come before. */
  needs?: string;
  /** `tells`: may carry news of the registration's link to somebody. `waits`: for the holder of that link. */
  role?: 'tells' | 'waits';
  /** A job may go on without it: nothing behind it tells that it was done. */
  skippable?: true;
  /** Has what the step waits for, by its `ref`, tried now instead of at its time. */
  retry?(tx: Transaction, ctx: Context, ref: string): Promise<void>;
  run(task: Task<z.infer<Config>>): Promise<(tx: Transaction) => Promise<Outcome>>;
}

export const defineProvider = <Config extends z.ZodType>(provider: Provider<Config>): Provider<Config> =>
  provider;
