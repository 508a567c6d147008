import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader, workspaceOf } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { monthArchiveParts, monthArchives, type Place } from '#lib/database/tables/invoices.ts';
import { entries, entryFiles } from '#lib/database/tables/silo.ts';
import type { Sale } from '#lib/documents/invoice/sale.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { Download } from '#lib/http/download.ts';
import { documentKind, readIssuedInvoice } from '#lib/invoices/pdf/paper.ts';
import { renderInvoicePdf } from '#lib/invoices/pdf/render.ts';
import { archiveLimits } from '#lib/limits.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { cleanFileName } from '#lib/silo/files.ts';
import { zipStream } from '#lib/zip.ts';
import { countSales, type MonthQuery, salesOfMonth } from './sales-month.ts';

export type MonthArchive = typeof monthArchives.$inferSelect;

/** The archive of a month's PDFs, finished or not; undefined if there is none. */
export async function findMonthArchive(ctx: Context, query: MonthQuery): Promise<MonthArchive | undefined> {
  requirePermission(ctx, 'invoices:read');
  const [archive] = await reader(ctx).select().from(monthArchives).where(isOf(ctx, query));
  return archive;
}

/** More documents than an archive takes are counted up to this. */
const mostCounted = 100_000;

const isOf = (ctx: Context, { issuer, month }: MonthQuery) =>
  and(
    eq(monthArchives.workspaceId, ctx.workspace.id),
    eq(monthArchives.issuer, issuer),
    eq(monthArchives.month, month),
  );

/**
 * Starts collecting the PDFs. A finished archive of the month is replaced; one that is being made goes on.
 * When the workspace's archives exceed `archiveLimits.stored`, the oldest are deleted: they can be made again.
 * @throws AltaError `rate-limited` while the workspace has too many that are not finished
 */
export async function startMonthArchive(ctx: Context, query: MonthQuery): Promise<void> {
  requirePermission(ctx, 'invoices:read');
  requirePermission(ctx, 'files:read');
  await inTransaction(ctx, async (tx) => {
    const txCtx = { ...ctx, tx };
    const total = await countSales(txCtx, query, mostCounted);
    const isUnfinished = and(
      eq(monthArchives.workspaceId, ctx.workspace.id),
      isNull(monthArchives.completedAt),
    );
    if ((await tx.$count(monthArchives, isUnfinished)) >= archiveLimits.atOnce) {
      throw new AltaError('rate-limited', 'Other archives are still being made.', { retryAfterSeconds: 60 });
    }
    await tx
      .delete(monthArchives)
      .where(and(isOf(ctx, query), sql`${monthArchives.completedAt} is not null`));
    await tx.execute(sql`
      delete from ${monthArchives} using (
        select id, sum(bytes) over (order by created_at desc, id) as stored from ${monthArchives}
        where ${eq(monthArchives.workspaceId, ctx.workspace.id)}) as newer
      where ${monthArchives.id} = newer.id and newer.stored > ${archiveLimits.stored}
        and ${monthArchives.completedAt} is not null`);
    const [archive] = await tx
      .insert(monthArchives)
      .values({ id: uuidv7(), workspaceId: ctx.workspace.id, ...query, total })
      .onConflictDoNothing()
      .returning({ id: monthArchives.id });
    if (!archive) return;
    await enqueue(tx, laneOf(ctx.workspace), 'month-archive', { archiveId: archive.id });
    await audit(
      tx,
      ctx,
      'workspace.exported',
      { kind: 'workspace', id: ctx.workspace.id },
      { list: 'invoices' },
    );
  });
}

/** Deletes the month's archive; one that is being made is stopped. Idempotent. */
export async function deleteMonthArchive(ctx: Context, query: MonthQuery): Promise<void> {
  requirePermission(ctx, 'invoices:read');
  requirePermission(ctx, 'files:read');
  await inTransaction(ctx, (tx) => tx.delete(monthArchives).where(isOf(ctx, query)));
}

/**
 * The finished archive as a ZIP, made from its parts while it is sent.
 * @throws AltaError `not-found`, also for one that is not finished
 */
export async function fetchMonthArchive(ctx: Context, query: MonthQuery): Promise<Download> {
  requirePermission(ctx, 'files:read');
  const archive = await findMonthArchive(ctx, query);
  if (!archive?.completedAt) throw notFound('The archive');
  return {
    name: `comprobantes-${query.month}-${query.issuer}.zip`,
    mime: 'application/zip',
    content: zipStream(filesOf(archive)),
  };
}

async function* filesOf({ id, parts }: MonthArchive) {
  for (let index = 0; index < parts; index += 1) {
    const [part] = await database()
      .select()
      .from(monthArchiveParts)
      .where(and(eq(monthArchiveParts.archiveId, id), eq(monthArchiveParts.index, index)));
    // Cuts the download off: without an end, the ZIP is not taken for a whole one.
    if (!part) throw new Error('The archive was deleted while it was sent.');
    let at = 0;
    for (const { name, size } of part.files) {
      yield { name, parts: once(part.content.subarray(at, at + size)), isCompressed: true as const };
      at += size;
    }
  }
}

async function* once(content: Uint8Array) {
  yield content;
}

/** Documents and bytes of a part, which is held in memory. The last document of a part may exceed the bytes. */
const documentsPerPart = 50;
const bytesPerPart = 4 * 1_048_576;

/**
 * Collects the next part. Outside work has no transaction; the part and the new place are stored together, if no other
 * process has stored this part, and nobody has deleted the archive meanwhile.
 */
export async function advanceMonthArchive(archiveId: string): Promise<void> {
  const [row] = await database()
    .select({ archive: getTableColumns(monthArchives), workspace: workspaces })
    .from(monthArchives)
    .innerJoin(workspaces, eq(workspaces.id, monthArchives.workspaceId))
    .where(and(eq(monthArchives.id, archiveId), isNull(monthArchives.completedAt)));
  if (!row) return;
  const ctx: Context = { workspace: workspaceOf(row.workspace), actor: { kind: 'engine' } };
  const { archive } = row;
  const part = await collectPart(ctx, archive);
  const bytes = archive.bytes + part.content.byteLength;
  const done = archive.done + part.done;
  const isFull = bytes > archiveLimits.bytes || done >= archiveLimits.documents;
  const isEnd = part.isLast || isFull;
  const leftOut = isEnd ? Math.max(archive.total - done, 0) : 0;
  await database().transaction(async (tx) => {
    const [stored] = await tx
      .update(monthArchives)
      .set({
        done,
        missing: archive.missing + part.missing + leftOut,
        bytes,
        place: part.place ?? archive.place,
        parts: archive.parts + 1,
        completedAt: isEnd ? new Date() : null,
      })
      .where(
        and(
          eq(monthArchives.id, archiveId),
          eq(monthArchives.parts, archive.parts),
          isNull(monthArchives.completedAt),
        ),
      )
      .returning({ id: monthArchives.id });
    if (!stored) return;
    const { files, content } = part;
    await tx.insert(monthArchiveParts).values({ archiveId, index: archive.parts, files, content });
    if (!isEnd) await enqueue(tx, laneOf(ctx.workspace), 'month-archive', { archiveId });
  });
}

interface CollectedPart {
  files: { name: string; size: number }[];
  content: Buffer;
  done: number;
  missing: number;
  place: Place | undefined;
  isLast: boolean;
}

async function collectPart(ctx: Context, { issuer, month, place }: MonthArchive): Promise<CollectedPart> {
  const query = { issuer, month };
  const pages = salesOfMonth(ctx, query, { after: place ?? undefined, limit: documentsPerPart });
  const { value: page = [] } = await pages.next();
  const part: CollectedPart = {
    files: [],
    content: Buffer.alloc(0),
    done: 0,
    missing: 0,
    place: undefined,
    isLast: false,
  };
  const contents: Buffer[] = [];
  let bytes = 0;
  for (const each of page) {
    if (bytes > bytesPerPart) break;
    const content = await pdfOf(ctx, each.entryId);
    part.done += 1;
    part.place = each.place;
    if (!content) {
      part.missing += 1;
      continue;
    }
    part.files.push({ name: nameInArchive(each.sale), size: content.byteLength });
    contents.push(content);
    bytes += content.byteLength;
  }
  part.isLast = part.done === page.length && page.length < documentsPerPart;
  part.content = Buffer.concat(contents);
  return part;
}

/** `00003-00000012 001 Factura A Cliente.pdf`: types 1 and 51 have the same name and numbers of their own. */
function nameInArchive({ type, pointOfSale, number, customer }: Sale): string {
  const padded = (value: number | string, length: number) => String(value).padStart(length, '0');
  const written = `${padded(pointOfSale, 5)}-${padded(number, 8)} ${padded(type.code, 3)}`;
  const name = `${written} ${documentKind(type)} ${type.letter} ${customer.name}`.slice(0, 110).trim();
  return cleanFileName(`${name}.pdf`);
}

/** The stored PDF, or else a new one, which is not stored. Undefined if it can not be drawn. */
async function pdfOf(ctx: Context, entryId: string): Promise<Buffer | undefined> {
  const [stored] = await reader(ctx)
    .select({ content: entryFiles.content })
    .from(entryFiles)
    .where(
      and(
        eq(entryFiles.entryId, entryId),
        eq(entryFiles.workspaceId, ctx.workspace.id),
        eq(entryFiles.category, 'format'),
        eq(entryFiles.key, 'pdf'),
        entryFiles.stored,
      ),
    )
    .orderBy(asc(entryFiles.createdAt))
    .limit(1);
  if (stored) return stored.content;
  const [entry] = await reader(ctx)
    .select({ doc: entries.doc, stamps: entries.stamps })
    .from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.workspaceId, ctx.workspace.id)));
  const issued = entry && readIssuedInvoice(entry);
  if (!issued) return undefined;
  try {
    return await renderInvoicePdf(issued, ctx.workspace.environment);
  } catch (error) {
    // The thread ended, as at a shutdown: the part is collected again.
    if (error instanceof Error && error.name === 'AbortError') throw error;
    log().error({ err: error, entry: entryId }, 'the PDF of an archive could not be drawn');
    return undefined;
  }
}
