import { getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sealed, SealPlace } from '#lib/vault.ts';
import { workflows } from './tables/workflows.ts';

interface Owner {
  id: string;
  environment: string;
}

/** Stands in for the workspace of secrets that belong to none. */
export const installation: Owner = { id: '', environment: '' };

/** Place to which a sealed value is bound: a column of a workspace's row. `row` identifies the row in its table. */
export const rowSealPlace = (column: PgColumn, { id, environment }: Owner, row: string): SealPlace => ({
  table: getTableName(column.table),
  column: column.name,
  row,
  workspace: id,
  environment,
});

/**
 * Place of a secret in a step's configuration. It names the step rather than the row, because steps are copied from
 * a workflow to its versions and jobs.
 */
export const stepSealPlace = (owner: Owner, stepId: string, name: string): SealPlace => ({
  ...rowSealPlace(workflows.steps, owner, stepId),
  column: `steps.${name}`,
});

/** A sealed text within JSON. */
export interface SealedText {
  $sealed: Sealed;
}
export const isSealedText = (value: unknown): value is SealedText =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '$sealed');
