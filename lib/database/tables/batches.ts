import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { StoredFault } from '#lib/faults.ts';
import type { Actor } from '#lib/roles.ts';
import { createdAt, id, instant, updatedAt } from './columns.ts';
import { workspaceId } from './references.ts';

/** Operations are implemented in lib/batches/operations.ts. */
export const batchOperations = [
  'archive',
  'create-entry',
  'extend-link',
  'mail-link',
  'redeliver',
  'remind',
  'retry',
  'run-again',
  'run-workflow',
] as const;
export type BatchOperation = (typeof batchOperations)[number];

export type UploadKind = 'suppliers' | 'invoices';

/** The file that the rows of a batch were read from. */
export interface BatchUpload {
  kind: UploadKind;
  /** Hash of the set of headings. */
  headings: string;
  /** Each heading with its column; an empty column is ignored. */
  columns: HeadingColumn[];
}

export interface HeadingColumn {
  heading: string;
  column: string;
}

/** One operation on many rows. A batch is running until it is stopped or completed. */
export const batches = pgTable(
  'batches',
  {
    id: id(),
    workspaceId: workspaceId(),
    operation: text('operation').$type<BatchOperation>().notNull(),
    /** The client's key, unique in the workspace. */
    key: text('key'),
    /** Hash of the operation and rows as sent. */
    digest: text('digest').notNull(),
    /** The actor in whose name the rows are processed. */
    actorKind: text('actor_kind').$type<Actor['kind']>().notNull(),
    actorId: text('actor_id'),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    upload: jsonb('upload').$type<BatchUpload | null>(),
    stoppedAt: instant('stopped_at'),
    completedAt: instant('completed_at'),
    /** When the entries that the batch created were taken back. */
    undoneAt: instant('undone_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.workspaceId, table.createdAt.desc(), table.id.desc()),
    index('uploads_by_headings')
      .on(table.workspaceId, sql`(upload ->> 'headings')`, table.createdAt.desc())
      .where(sql`upload is not null`),
    uniqueIndex().on(table.workspaceId, table.key),
    index('batches_running').on(table.updatedAt).where(sql`completed_at is null and stopped_at is null`),
  ],
);

export type BatchRowStatus = 'waiting' | 'done' | 'failed';

export const batchRows = pgTable(
  'batch_rows',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => batches.id),
    /** Position in the batch, from 0. */
    index: integer('index').notNull(),
    /** The row's key; unique in the batch, except for rows skipped as duplicates. */
    key: text('key').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    status: text('status').$type<BatchRowStatus>().notNull().default('waiting'),
    /** Id of the object that the operation created or changed. */
    madeId: uuid('made_id'),
    faults: jsonb('faults').$type<StoredFault[]>().notNull().default([]),
    /** Attempts that ended with an unexpected error. */
    tries: integer('tries').notNull().default(0),
    /** For a row that is done, the start of its transaction, which is also the creation time of its entry. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.index] }),
    index().on(table.endedAt, table.batchId, table.index),
    index('batch_rows_waiting').on(table.batchId, table.index).where(sql`status = 'waiting'`),
  ],
);
