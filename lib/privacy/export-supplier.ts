import { and, eq } from 'drizzle-orm';
import { createTranslator } from 'next-intl';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { entryFiles } from '#lib/database/tables/silo.ts';
import type { Download } from '#lib/http/download.ts';
import { escapeHtml } from '#lib/mail/letter.ts';
import { requirePermission, requireScope } from '#lib/roles.ts';
import { type EntryRow, fetchEntry, requireSupplier, suppliersOf } from '#lib/silo/entries.ts';
import { timeZone } from '#lib/time.ts';
import { zipStream } from '#lib/zip.ts';
import messages from '#messages/supplier-data.es.json' with { type: 'json' };
import { type PartName, partsOf, readPart, supplierOf, taxIdOf } from './supplier-rows.ts';

/**
 * Exports all data stored about a supplier as a streamed ZIP: each table's rows as JSON, the files, and an
 * index page that explains them.
 * @throws AltaError `not-found`; `conflict` `not-a-supplier`
 */
export async function exportSupplier(ctx: Context, id: string, now = new Date()): Promise<Download> {
  requirePermission(ctx, 'privacy:write');
  // The export contains data of all these services.
  for (const scope of ['silo:read', 'apps/gov-ar:read', 'transform:read'] as const) requireScope(ctx, scope);
  const entry = await fetchEntry(ctx, id);
  requireSupplier(entry);
  await inTransaction(ctx, (tx) => audit(tx, ctx, 'entry.exported', { kind: 'entry', id }));
  const content = zipStream(filesOf(ctx, entry, now));
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

/** Yields nothing if the file was deleted meanwhile. */
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

/** People who request their data in Argentina read Spanish, whatever language the Console is set to. */
const t = createTranslator({ locale: 'es-AR', messages });

interface IndexPage {
  name: string;
  workspace: string;
  at: Date;
  doc: Record<string, unknown>;
  counts: ReadonlyMap<PartName, number>;
  files: number;
  /** Ids of other entries with the same tax code. */
  others: string[];
}

export function indexPage({ name, workspace, at, doc, counts, files, others }: IndexPage): string {
  const day = new Intl.DateTimeFormat('es-AR', {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  }).format(at);
  const rows = [...counts].map(([part, count]) =>
    row(`datos/${part}.json`, t(`parts.${part}`, { workspace }), count),
  );
  const paragraphs = [
    t('lead', { workspace, at: day }),
    t('missing', { workspace }),
    t('kept', { workspace }),
    ...(others.length > 0 ? [t('others', { workspace, ids: others.join(', ') })] : []),
  ];
  return `<!doctype html>
<html lang="es-AR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(t('title', { name }))}</title>
<style>${style}</style>
<h1>${escapeHtml(t('title', { name }))}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
<table>
<thead><tr>${(['file', 'what', 'count'] as const).map((column) => `<th scope="col">${escapeHtml(t(`columns.${column}`))}</th>`).join('')}</tr></thead>
<tbody>
${[...rows, row('archivos/', t('files'), files)].join('\n')}
</tbody>
</table>
<h2>${escapeHtml(t('document'))}</h2>
<pre>${escapeHtml(JSON.stringify(doc, null, 2))}</pre>
</html>
`;
}

const row = (file: string, what: string, count: number) =>
  `<tr><td><a href="${file}">${file}</a></td><td>${escapeHtml(what)}</td><td class="count">${count}</td></tr>`;

const style = `
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem 0.6rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.count { text-align: right; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid #8886; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
