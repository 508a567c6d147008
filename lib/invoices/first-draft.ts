import type { Context } from '#lib/context.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { issuerStatusIn } from '#lib/documents/invoice/issuer-status.ts';
import { type Party, supplierOf } from '#lib/documents/party.ts';
import { invoiceSchema } from '#lib/documents/schema-addresses.ts';
import { pointsOfSaleOf } from '#lib/registrations/check-points-of-sale.ts';
import { requirePermission } from '#lib/roles.ts';
import { keptIssuerStatus } from '#lib/silo/issuer-status.ts';
import type { RegisteredSupplier } from './issuer.ts';

/** What the sandbox's first invoice is about; in live nobody is invoiced by an example. */
export interface Example {
  customer: { name: string; code: string };
  item: { name: string; price: string };
}

/** What comes into an invoice with who issues it. */
export interface IssuerPart {
  supplier: Document;
  /** A point of sale that it can use; empty where none is known. */
  series: string;
  /** It charges no VAT. */
  isSimplified: boolean;
}

export async function issuerPart(ctx: Context, { id, doc }: RegisteredSupplier): Promise<IssuerPart> {
  requirePermission(ctx, 'invoices:read');
  const { $schema: _, meta: __, ...supplier } = doc;
  const series = await usableSeries(ctx, id);
  const cuit = supplierOf({ doc })?.cuit ?? '';
  // What its entry says goes into the invoice as it is.
  const status =
    issuerStatusIn(doc as Pick<Party, 'ext'>) ??
    (await keptIssuerStatus(ctx, { cuit, pointOfSale: Number(series) }));
  return { supplier, series, isSimplified: status !== undefined && status !== 'registered' };
}

/** An invoice to begin with: the supplier as it is known, a point of sale that it can use, one line. */
export async function firstDraft(
  ctx: Context,
  issuer: RegisteredSupplier,
  example: Example,
): Promise<Document> {
  requirePermission(ctx, 'entries:write');
  const { supplier, series, isSimplified } = await issuerPart(ctx, issuer);
  const isExample = ctx.workspace.environment === 'sandbox';
  const { customer, item } = isExample
    ? example
    : { customer: { name: '', code: '' }, item: { name: '', price: '' } };
  return {
    $schema: invoiceSchema,
    ...(isSimplified ? { $tags: ['monotax'] } : {}),
    series,
    supplier,
    customer: { name: customer.name, tax_id: { country: 'AR', code: customer.code } },
    lines: [
      {
        quantity: '1',
        item: { key: 'goods', ...item },
        ...(isSimplified ? {} : { taxes: [{ cat: 'VAT', rate: 'general' }] }),
      },
    ],
  };
}

/** Empty where the authority has none that can be used: the document then says what is missing. */
async function usableSeries(ctx: Context, supplierId: string): Promise<string> {
  if (ctx.workspace.environment === 'sandbox') return '1';
  const { list } = await pointsOfSaleOf(ctx, supplierId);
  return String(list.find(({ usable }) => usable)?.number ?? '');
}
