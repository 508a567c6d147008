import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { entryFiles } from '#lib/database/tables/silo.ts';
import type { Download } from '#lib/http/download.ts';
import { requirePermission, requireScope } from '#lib/roles.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';
import { suppliersOf } from '#lib/silo/same-tax-code.ts';
import { indexPage } from './index-page.ts';
import { requireSupplier, supplierOf, taxIdOf } from './supplier.ts';
import { type PartName, partsOf, readPart } from './supplier-rows.ts';
import { zipOf } from './zip.ts';

/**
 * All that is kept of a supplier, as a ZIP that is read while it is sent: the rows of each table as JSON, the files,
 * and a page for people that says what is what.
 * @throws AltaError `not-found`; `conflict` `not-a-supplier`
 */
export async function exportSupplier(ctx: Context, id: string, now = new Date()): Promise<Download> {
  requirePermission(ctx, 'privacy:write');
  // It has what other services tell besides.
  for (const scope of ['silo:read', 'apps/gov-ar:read', 'transform:read'] as const) requireScope(ctx, scope);
  const entry = await fetchEntry(ctx, id);
  requireSupplier(entry);
  await inTransaction(ctx, (tx) => audit(tx, ctx, 'entry.exported', { kind: 'entry', id }));
  const zip = Readable.from(zipOf(filesOf(ctx, entry, now)));
  const content = Readable.toWeb(zip) as ReadableStream<Uint8Array>;
  return { name: `proveedor-${id}.zip`, mime: 'application/zip', content };
}

async function* filesOf(ctx: Context, entry: EntryRow, now: Date) {
  const counts = new Map<PartName, number>();
  const attached: { id: string; name: string }[] = [];
  for (const [name, part] of Object.entries(partsOf(ctx, supplierOf(entry)))) {
    const count = (row: Record<string, unknown>) => {
      counts.set(name as PartName, (counts.get(name as PartName) ?? 0) + 1);
      if (name === 'entry_files') attached.push({ id: String(row.id), name: String(row.name) });
    };
    counts.set(name as PartName, 0);
    yield { name: `datos/${name}.json`, parts: jsonOf(readPart(ctx, part), count) };
  }
  for (const { id, name } of attached) yield { name: `archivos/${id}-${name}`, parts: contentOf(ctx, id) };
  const { country = 'AR', code } = taxIdOf(entry.doc);
  const others = code ? await suppliersOf(ctx, { country, code, except: entry.id }) : [];
  const page = indexPage({
    name: typeof entry.doc.name === 'string' ? entry.doc.name : entry.id,
    workspace: ctx.workspace.name,
    at: now,
    doc: entry.doc,
    counts,
    files: attached.length,
    others: others.map((other) => other.id),
  });
  yield { name: 'indice.html', parts: textOf(page) };
}

/** A list, row by row. */
async function* jsonOf(
  rows: AsyncIterable<Record<string, unknown>>,
  count: (row: Record<string, unknown>) => void,
) {
  let before = '[\n';
  for await (const row of rows) {
    count(row);
    yield encode(`${before}${JSON.stringify(row)}`);
    before = ',\n';
  }
  yield encode(before === '[\n' ? '[]\n' : '\n]\n');
}

/** One that went meanwhile is empty. */
async function* contentOf(ctx: Context, id: string) {
  const [file] = await reader(ctx)
    .select({ content: entryFiles.content })
    .from(entryFiles)
    .where(and(eq(entryFiles.id, id), eq(entryFiles.workspaceId, ctx.workspace.id)));
  if (file) yield file.content;
}

async function* textOf(text: string) {
  yield encode(text);
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
