import type { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { Permission } from '#lib/roles.ts';
import type { Scope } from '#lib/scopes.ts';

/** Who works a row: in the transaction that notes what came of it. */
type RowContext = Context & { tx: Transaction };

/**
 * One kind of work on a row. `run` calls a verb and gives the id of what it made or changed; what the verb throws as
 * an AltaError is the row's fault. It runs once for each row, whatever dies meanwhile, so it asks nobody outside.
 */
export interface Operation<Row extends z.ZodType = z.ZodType> {
  /** What who starts a batch of it has to be permitted. */
  needs: Permission;
  /** The same of a key: what it would need to do it row by row. */
  scope: Scope;
  /** What a row holds, as JSON: the API's names. */
  row: Row;
  /** What else can be said of a row before it runs. @throws AltaError `validation` with paths into the row */
  check?(ctx: Context, row: z.output<Row>): Promise<void>;
  run(ctx: RowContext, row: z.output<Row>, key: string): Promise<string>;
}

export const defineOperation = <Row extends z.ZodType>(operation: Operation<Row>): Operation<Row> =>
  operation;
