import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { requirePermission } from '#lib/roles.ts';
import { type ListedEntry, listedColumns } from './entries.ts';

interface TaxCode {
  country: string;
  code: string;
  /** The one that is asked for: it is none of the others. */
  except?: string | undefined;
}

/** As many as are worth naming. */
const mostNamed = 5;

/** The workspace's suppliers of this tax code, archived ones too; the newest first. By their index. */
export async function suppliersOf(ctx: Context, { country, code, except }: TaxCode): Promise<ListedEntry[]> {
  requirePermission(ctx, 'suppliers:read');
  return reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        sql`folder = 'suppliers'`,
        sql`(${entries.doc} #>> '{tax_id,code}') = ${code}`,
        sql`(${entries.doc} #>> '{tax_id,country}') = ${country}`,
        except ? ne(entries.id, except) : undefined,
      ),
    )
    .orderBy(desc(entries.createdAt), desc(entries.id))
    .limit(mostNamed);
}
