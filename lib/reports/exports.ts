import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';

export type ExportedList =
  | 'activity'
  | 'batch'
  | 'deliveries'
  | 'invoices'
  | 'jobs'
  | 'registrations'
  | 'suppliers';

/** Puts on record that somebody takes a list out as a file. */
export const noteExport = (ctx: Context, list: ExportedList): Promise<void> =>
  inTransaction(ctx, (tx) =>
    audit(tx, ctx, 'workspace.exported', { kind: 'workspace', id: ctx.workspace.id }, { list }),
  );
