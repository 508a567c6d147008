import { getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sealed, SealPlace } from '#lib/vault.ts';
import { workflows } from './tables/workflows.ts';

interface Owner {
  id: string;
  environment: string;
}

/** Owns what belongs to no workspace. */
export const installation: Owner = { id: '', environment: '' };

/** The place of a value in a row of the workspace's; `row` tells that row from all others of the table. */
export const placeIn = (column: PgColumn, { id, environment }: Owner, row: string): SealPlace => ({
  table: getTableName(column.table),
  column: column.name,
  row,
  workspace: id,
  environment,
});

/**
 * The place of a secret in a step's configuration. The steps of a workflow are copied to its versions and its jobs, and
 * secrets keep their place.
 */
export const placeInStep = (owner: Owner, stepId: string, name: string): SealPlace => ({
  ...placeIn(workflows.steps, owner, stepId),
  column: `steps.${name}`,
});

/** A sealed text within JSON. */
export interface SealedText {
  $sealed: Sealed;
}
export const isSealedText = (value: unknown): value is SealedText =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '$sealed');
