import { and, eq, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { isAssumed } from '#lib/documents/invoice/assumed-codes.ts';
import { type Customer, registerStatusOf, vatStatusExtension } from '#lib/documents/invoice/customer.ts';
import { isObject, itemsOf, membersOf, textOf } from '#lib/documents/json.ts';
import { requirePermission } from '#lib/roles.ts';
import { listEntries } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';

const maxCustomers = 8;
/** Newest matching invoices read for their customers, of which several may be the same. */
const maxInvoices = 24;

/**
 * Customers whose name has a word beginning with `q`, or whose tax code begins with it: from the folder of customers
 * and from earlier invoices, those of this issuer first. Without `q`, the issuer's latest. As an invoice's `customer`.
 */
export async function findKnownCustomers(
  ctx: Context,
  { q, issuer }: { q: string; issuer: string | undefined },
): Promise<Document[]> {
  requirePermission(ctx, 'invoices:read');
  if (q === '' && !issuer) return [];
  const found = q
    ? await Promise.all([
        searchEntries(ctx, { folder: 'customers', q, limit: maxCustomers }),
        searchEntries(ctx, { folder: 'invoices', q, limit: maxInvoices }),
      ])
    : [await listEntries(ctx, { folder: 'invoices', issuer, limit: maxInvoices })];
  const rows = await reader(ctx)
    .select({
      issuer: entries.issuer,
      customer: sql<unknown>`case when ${entries.folder} = 'invoices' then ${entries.doc} -> 'customer' else ${entries.doc} end`,
    })
    .from(entries)
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        sql`${entries.id} = any(${sql.param(found.flat().map(({ id }) => id))}::uuid[])`,
      ),
    )
    .orderBy(sql`${entries.issuer} is distinct from ${issuer ?? null}`, sql`${entries.createdAt} desc`);
  const byIdentity = new Map<string, Document>();
  for (const { customer } of rows) {
    if (!isObject(customer) || !textOf(customer.name)) continue;
    const key = identityOf(customer);
    if (!byIdentity.has(key)) byIdentity.set(key, asCustomer(customer));
  }
  return [...byIdentity.values()].slice(0, maxCustomers);
}

function identityOf(customer: Document): string {
  const { code } = membersOf(customer.tax_id);
  const [identity] = itemsOf(customer.identities);
  return textOf(code) || textOf(membersOf(identity).code) || textOf(customer.name).toLowerCase();
}

/**
 * The parts that an invoice has of its customer. Only a status that somebody stated is kept: one that was assumed, or
 * read from the register, may have changed since and is looked up again.
 */
function asCustomer({ name, tax_id, identities, addresses, emails, ext, meta }: Document): Document {
  const { [vatStatusExtension]: status, ...codes } = membersOf(ext);
  const customer = { tax_id, ext, meta } as unknown as Customer;
  const isStated =
    status !== undefined && !isAssumed(customer, vatStatusExtension) && !registerStatusOf(customer);
  const kept = isStated ? { ...codes, [vatStatusExtension]: status } : codes;
  return {
    name,
    ...(tax_id ? { tax_id } : {}),
    ...(identities ? { identities } : {}),
    ...(addresses ? { addresses } : {}),
    ...(emails ? { emails } : {}),
    ...(Object.keys(kept).length > 0 ? { ext: kept } : {}),
  };
}
