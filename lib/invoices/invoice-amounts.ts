import { and, eq, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { requirePermission } from '#lib/roles.ts';

/** What the books ask of an invoice beside what a list shows of it. Amounts are decimals, as the document has them. */
export interface InvoiceAmounts {
  customerCode: string | null;
  /** Without VAT and without other taxes. */
  net: string | null;
  tax: string | null;
  total: string | null;
  /** Of a note: point of sale and number of what it corrects first. */
  correctedSeries: string | null;
  correctedCode: string | null;
}

const at = (path: string) => sql<string | null>`${entries.doc} #>> ${sql.raw(`'{${path}}'`)}`;

/** By the entry's id. It reads the documents: for pages of a file, not for lists. */
export async function fetchInvoiceAmounts(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, InvoiceAmounts>> {
  requirePermission(ctx, 'invoices:read');
  const rows = await reader(ctx)
    .select({
      id: entries.id,
      customerCode: at('customer,tax_id,code'),
      net: at('totals,total'),
      tax: at('totals,tax'),
      total: at('totals,payable'),
      correctedSeries: at('preceding,0,series'),
      correctedCode: at('preceding,0,code'),
    })
    .from(entries)
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        eq(entries.folder, 'invoices'),
        sql`${entries.id} = any(${sql.param(ids)}::uuid[])`,
      ),
    );
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]));
}
