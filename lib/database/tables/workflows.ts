import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FaultParams } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults.ts';
import { bytesOf, createdAt, id, instant, updatedAt } from './columns.ts';
import { workspaceId } from './references.ts';
import { entries } from './silo.ts';

export interface Step {
  id: string;
  name: string;
  provider: string;
  config?: Record<string, unknown>;
  summary?: string;
  notes?: string;
}

/** `SKIP` is a status of steps only. */
export type JobStatus = 'RUN' | 'QUEUED' | 'ERR' | 'OK' | 'KO';
export type EventStatus = JobStatus | 'SKIP';

/** Version of the jobs that test a draft. Saved versions begin at 1. */
export const draftVersion = 0;

/** Job argument with the code of a fault that the job's creator accepts. */
export const allowArgument = 'allow';

export const workflows = pgTable(
  'workflows',
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    schema: text('schema').notNull(),
    country: text('country').notNull().default('AR'),
    template: text('template'),
    /** The integrator's own id. */
    key: text('key'),
    version: integer('version').notNull().default(1),
    disabled: boolean('disabled').notNull().default(false),
    /** Jobs on documents of `schema` that name no workflow run this one. */
    isDefault: boolean('is_default').notNull().default(false),
    archivedAt: instant('archived_at'),
    steps: jsonb('steps').$type<Step[]>().notNull(),
    rescue: jsonb('rescue').$type<Step[]>().notNull(),
    bytes: bytesOf('steps', 'rescue'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique().on(table.workspaceId, table.key),
    index().on(table.workspaceId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('one_default_workflow_per_schema').on(table.workspaceId, table.schema).where(sql`is_default`),
  ],
);

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    workspaceId: workspaceId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id),
    workflowVersion: integer('workflow_version').notNull().default(1),
    entryId: uuid('silo_entry_id')
      .notNull()
      .references(() => entries.id),
    key: text('key'),
    args: jsonb('args').$type<Record<string, string>>().notNull().default({}),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    status: text('status').$type<JobStatus>().notNull(),
    /** A copy of the workflow's steps, so that a change of the workflow does not affect a running job. */
    steps: jsonb('steps').$type<Step[]>().notNull(),
    rescue: jsonb('rescue').$type<Step[]>().notNull(),
    /** List and index of the next step. */
    phase: text('phase').$type<'steps' | 'rescue'>().notNull().default('steps'),
    position: integer('position').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    faults: jsonb('faults').$type<StoredFault[]>().notNull().default([]),
    /** Code of what failed: of the step that is retried, or of the job's first fault. Lists filter and count by it. */
    reason: text('reason'),
    completedAt: instant('completed_at'),
    /** Trace context of the request that created the job; all its later work continues that trace. */
    traceparent: text('traceparent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique().on(table.workspaceId, table.key),
    index().on(table.workspaceId, table.createdAt.desc(), table.id.desc()),
    // For filters by status: the few failures are found without reading the many successes.
    index().on(table.workspaceId, table.status, table.createdAt.desc(), table.id.desc()),
    index('failed_jobs_by_reason')
      .on(table.workspaceId, table.reason, table.createdAt.desc(), table.id.desc(), table.status)
      .where(sql`reason is not null`),
    index().on(table.workflowId, table.createdAt.desc(), table.id.desc()),
    index().on(table.entryId),
    index('unfinished_jobs_by_version')
      .on(table.workflowId, table.workflowVersion)
      .where(sql`completed_at is null`),
    index().using('gin', table.tags),
    index('jobs_on_their_way').on(table.nextAttemptAt).where(sql`completed_at is null`),
  ],
);

/** A saved version of a workflow, immutable. The newest version equals the row in `workflows`. */
export const workflowVersions = pgTable(
  'workflow_versions',
  {
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    steps: jsonb('steps').$type<Step[]>().notNull(),
    rescue: jsonb('rescue').$type<Step[]>().notNull(),
    /** The actor who saved the version: kind and id. */
    src: text('src').notNull(),
    srcId: text('src_id'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.version] })],
);

/** The unpublished edits of a workflow, at most one draft each. Its steps may be incomplete; secrets are sealed. */
export const workflowDrafts = pgTable('workflow_drafts', {
  workflowId: uuid('workflow_id')
    .primaryKey()
    .references(() => workflows.id),
  /** New with each save, so that nobody overwrites edits that they have not seen. */
  revision: uuid('revision').notNull(),
  /** The newest version when the draft was begun. */
  baseVersion: integer('base_version').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  steps: jsonb('steps').$type<Step[]>().notNull(),
  rescue: jsonb('rescue').$type<Step[]>().notNull(),
  /** The actor who saved the draft last: kind and id. */
  src: text('src').notNull(),
  srcId: text('src_id'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A started step of a job. */
export const intents = pgTable(
  'intents',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id),
    stepId: text('step_id').notNull(),
    name: text('name').notNull(),
    provider: text('provider').notNull(),
    phase: text('phase').$type<'steps' | 'rescue'>().notNull(),
    position: integer('position').notNull(),
    completed: boolean('completed').notNull().default(false),
    /** Id of the row that the step waits for. A `job-wake` queue entry with this ref runs the step again. */
    ref: text('ref'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique().on(table.jobId, table.phase, table.position), index().on(table.ref)],
);

export const intentEvents = pgTable(
  'intent_events',
  {
    intentId: uuid('intent_id')
      .notNull()
      .references(() => intents.id),
    index: integer('index').notNull(),
    status: text('status').$type<EventStatus>().notNull(),
    code: text('code'),
    params: jsonb('params').$type<FaultParams>(),
    /** Message written by an earlier release, or message of a code without a translation. */
    message: text('message'),
    at: createdAt(),
  },
  // `at` is indexed for removal by age.
  (table) => [primaryKey({ columns: [table.intentId, table.index] }), index().on(table.at)],
);

export type JobRow = typeof jobs.$inferSelect;
