import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { stampEntries } from '#lib/silo/change-entry.ts';
import { createEntry, type EntryRow, fetchEntry } from '#lib/silo/entries.ts';
import { attachFile } from '#lib/silo/files.ts';
import { classA, type Json } from './invoices.ts';

export const pdfBytes = Buffer.from('%PDF-1.7 the invoice');

/** An invoice as the authority authorized it, by its rows alone: the authority was not asked. */
export async function newAuthorised(ctx: Context, more: Json = {}): Promise<EntryRow> {
  const { id } = await createEntry(ctx, { folder: 'invoices', data: classA(more) });
  const stamps = [
    { prv: 'arca-cae', val: '86372444134504' },
    { prv: 'arca-cae-expiry', val: '2026-11-30' },
    { prv: 'arca-qr', val: 'https://www.arca.gob.ar/fe/qr/?p=e30=' },
  ];
  const assign = (doc: Json) => ({ ...doc, code: '12' });
  const stamped = { entryId: id, actor: ctx.actor, assign, stamps, remarks: [] };
  await database().transaction((tx) => stampEntries(tx, ctx.workspace, [stamped]));
  return fetchEntry(ctx, id);
}

/** An authorized invoice with a PDF. */
export async function newIssued(ctx: Context, more: Json = {}): Promise<EntryRow> {
  const entry = await newAuthorised(ctx, more);
  await attachPdf(ctx, entry.id);
  return entry;
}

export const attachPdf = (
  ctx: Context,
  entryId: string,
  more: { private?: boolean; name?: string; mime?: string; content?: Buffer } = {},
) =>
  database().transaction((tx) =>
    attachFile(tx, ctx, {
      entryId,
      name: 'factura-a-00003-00000012.pdf',
      category: 'format',
      key: 'pdf',
      mime: 'application/pdf',
      content: pdfBytes,
      ...more,
    }),
  );

/** A customer with an address, for `newIssued`. */
export const customerWith = (...addresses: string[]) => ({
  customer: {
    name: 'Almacén del Sur S.R.L.',
    tax_id: { country: 'AR', code: '30712345671' },
    emails: addresses.map((addr) => ({ addr })),
  },
});
