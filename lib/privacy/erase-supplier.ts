import { isDeepStrictEqual } from 'node:util';
import { and, eq, ne, sql } from 'drizzle-orm';
import { connectedApp } from '#lib/accounts/apps.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { normaliseCuit } from '#lib/documents/cuit.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { countDelegators } from '#lib/registrations/delegation/delegate.ts';
import { endRegistrations } from '#lib/registrations/end.ts';
import { requirePermission, requireScope } from '#lib/roles.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { type Erased, eraseRows, lockEntries, lockWork } from './erase-rows.ts';
import { requireSupplier, supplierOf } from './supplier.ts';
import type { Supplier } from './supplier-rows.ts';

/** What is left of a supplier. */
export interface Erasure {
  id: string;
  erasedAt: Date;
}

/**
 * Erases a supplier for good, with the invoices that they did not issue: what of them there is goes, or is overwritten.
 * Their entry stays without a document, so that its id makes sense where it is named; so do the invoices that the
 * authority has authorized, and the log. Again changes nothing.
 * @param confirmation the supplier's name or tax code
 * @throws AltaError `not-found`; `conflict` `not-a-supplier`, `is-delegate`, `being-issued`,
 * `changed-meanwhile`; `validation` `not-confirmed`
 */
export async function eraseSupplier(
  ctx: Context,
  id: string,
  confirmation: string,
  now = new Date(),
): Promise<Erasure> {
  requirePermission(ctx, 'privacy:write');
  for (const scope of ['silo:write', 'apps/gov-ar:write', 'transform:write'] as const)
    requireScope(ctx, scope);
  return inTransaction(ctx, async (tx) => {
    const inner = { ...ctx, tx };
    const entry = await findSupplier(inner, id);
    if (entry.erasedAt) return { id, erasedAt: entry.erasedAt };
    refuseUnconfirmed(entry, confirmation);
    await refuseDelegate(inner, id);
    const erased = await whatIsErased(inner, supplierOf(entry));
    const running = await lockWork(tx, erased);
    // Held to the end: what is begun for the entry meanwhile waits, and finds it erased.
    if ((await lockEntries(tx, erased)) < erased.entryIds.length) throw changedMeanwhile();
    // While the locks were waited for an invoice may have been made or have left, or the entry been changed.
    const again = await whatIsErased(inner, supplierOf(await findSupplier(inner, id)));
    if (!isDeepStrictEqual(sorted(again), sorted(erased))) throw changedMeanwhile();
    await refuseDelegate(inner, id);
    for (const jobId of running) await cancelJob(inner, jobId, now);
    await eraseRows(tx, ctx, erased, now, () => endRegistrations(tx, ctx, id, now));
    await Promise.all(
      erased.entryIds.map((each) => audit(tx, ctx, 'entry.erased', { kind: 'entry', id: each })),
    );
    await publishEvent(tx, ctx, 'entry.erased', { entryId: id });
    return { id, erasedAt: now };
  });
}

async function findSupplier(ctx: Context, id: string): Promise<EntryRow> {
  const [entry] = await reader(ctx)
    .select()
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.workspaceId, ctx.workspace.id)));
  if (!entry) throw notFound('The entry');
  requireSupplier(entry);
  return entry;
}

const sorted = ({ entryIds, ...supplier }: Erased) => ({ ...supplier, entryIds: entryIds.toSorted() });

const changedMeanwhile = () =>
  new AltaError('conflict', 'Their invoices have changed, or somebody else is erasing them: try again.', {
    code: 'changed-meanwhile',
  });

function refuseUnconfirmed({ doc }: Pick<EntryRow, 'doc'>, confirmation: string): void {
  const { code } = supplierOf({ id: '', doc });
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('es');
  const isName = typeof doc.name === 'string' && plain(doc.name) === plain(confirmation);
  if (isName || (code && normaliseCuit(confirmation) === code)) return;
  throw new AltaError('validation', 'What was typed is not the supplier’s name or tax code.', {
    code: 'not-confirmed',
  });
}

/** Others' invoices rest on their certificate. */
async function refuseDelegate(ctx: Context, id: string): Promise<void> {
  const isNamed = (await connectedApp(ctx, 'gov-ar'))?.delegate?.siloEntryId === id;
  if (!isNamed && (await countDelegators(ctx, id)) === 0) return;
  throw new AltaError('conflict', 'Others act by this supplier’s certificate: name another delegate first.', {
    code: 'is-delegate',
  });
}

/** Where another supplier of the workspace has their tax code, what goes by that may be the other's: it is left. */
async function whatIsErased(ctx: Context, { id, code }: Supplier): Promise<Erased> {
  const twins = and(
    eq(entries.workspaceId, ctx.workspace.id),
    ne(entries.id, id),
    sql`folder = 'suppliers' and (doc #>> '{tax_id,code}') = ${code ?? ''}`,
  );
  if (!code || (await reader(ctx).$count(entries, twins)) > 0) return { id, code: undefined, entryIds: [id] };
  return { id, code, entryIds: [id, ...(await unissuedOf(ctx, code))] };
}

/** @throws AltaError `conflict` `being-issued` while the authority may have heard of one */
async function unissuedOf(ctx: Context, code: string): Promise<string[]> {
  const { id, stamps, issuer, workspaceId } = entries;
  const rows = await reader(ctx)
    .select({
      id,
      isStamped: sql<boolean>`${stamps} @> '[{"prv":"arca-cae"}]'::jsonb`,
      submitted: sql<
        string | null
      >`(select status from ${invoiceSubmissions} where ${eq(invoiceSubmissions.entryId, id)}
        and status in ('queued', 'sending', 'unconfirmed', 'authorised') limit 1)`,
    })
    .from(entries)
    .where(and(eq(workspaceId, ctx.workspace.id), sql`folder = 'invoices'`, eq(issuer, code)));
  if (rows.some(({ submitted }) => submitted !== null && submitted !== 'authorised')) {
    throw new AltaError('conflict', 'An invoice of theirs is on its way to the authority.', {
      code: 'being-issued',
    });
  }
  return rows.flatMap((row) => (row.isStamped || row.submitted === 'authorised' ? [] : [row.id]));
}
