import type { Context } from '#lib/context.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { issuerStatusIn } from '#lib/documents/invoice/issuer-status.ts';
import { type Party, supplierOf } from '#lib/documents/party.ts';
import { invoiceSchema } from '#lib/documents/schema-addresses.ts';
import { pointsOfSaleOf } from '#lib/registrations/check-points-of-sale.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchDefaultPointOfSale, storedIssuerStatus } from '#lib/silo/issuer-status.ts';
import type { RegisteredSupplier } from './issuer.ts';

/** Content of the sandbox's example invoice. Live drafts have none. */
export interface Example {
  customer: { name: string; code: string };
  item: { name: string; price: string };
}

/** Parts of an invoice that depend on its issuer. */
export interface IssuerPart {
  supplier: Document;
  /** A usable point of sale; empty if none is known. */
  series: string;
  /** Whether the issuer charges no VAT. */
  isSimplified: boolean;
}

export async function issuerPart(ctx: Context, { id, doc }: RegisteredSupplier): Promise<IssuerPart> {
  requirePermission(ctx, 'invoices:read');
  const { $schema: _, meta: __, ...supplier } = doc;
  const cuit = supplierOf({ doc })?.cuit ?? '';
  const series = await usableSeries(ctx, id, cuit);
  // A status in the supplier's document is copied into the invoice, so it takes precedence.
  const status =
    issuerStatusIn(doc as Pick<Party, 'ext'>) ??
    (await storedIssuerStatus(ctx, { cuit, pointOfSale: Number(series) }));
  return { supplier, series, isSimplified: status !== undefined && status !== 'registered' };
}

/** Draft of an invoice: the supplier, a usable point of sale, and one line. */
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

/**
 * Returns the supplier's default point of sale, or else a usable one; empty if there is none, which validation then
 * reports as missing.
 */
async function usableSeries(ctx: Context, supplierId: string, cuit: string): Promise<string> {
  const chosen = await fetchDefaultPointOfSale(ctx, cuit);
  if (ctx.workspace.environment === 'sandbox') return String(chosen ?? 1);
  const { list } = await pointsOfSaleOf(ctx, supplierId);
  const usable = list.filter((point) => point.service === 'wsfe' && point.usable);
  return String((usable.find(({ number }) => number === chosen) ?? usable[0])?.number ?? '');
}
