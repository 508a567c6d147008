import { z } from 'zod';
import { FileResponse, fileResponse } from '#app/api/_wire/file.ts';
import { Instant } from '#app/api/_wire/instant.ts';
import { TimedPageQuery } from '#app/api/_wire/page.ts';
import type { Context } from '#lib/context.ts';
import { Digest, Envelope, envelop, envelopeSchema, folderNames } from '#lib/documents/envelope.ts';
import { issuerGapsOf, type PaperGap, paperGaps, paperGapsOf } from '#lib/documents/invoice/paper-gaps.ts';
import { coded } from '#lib/documents/validation.ts';
import { englishFault } from '#lib/faults.ts';
import { Fault } from '#lib/http/problem.ts';
import { versionOf } from '#lib/silo/change-entry.ts';
import type { EntryRow, ListedEntry } from '#lib/silo/entries.ts';
import { listFiles } from '#lib/silo/files.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/invoice-filter.ts';
import { type EntryMeta, listMeta } from '#lib/silo/meta.ts';
import { entryStateKeys } from '#lib/silo/states.ts';

const MetaResponse = z
  .object({
    id: z.string().describe('`<entry>:<src>:<key>`'),
    created_at: Instant,
    updated_at: Instant,
    owner_id: z.uuid().describe('The workspace.'),
    entry_id: z.uuid(),
    src: z.string().describe('The app that stores it, such as `gov-ar`.'),
    key: z.string().describe('Name within `src`, such as `link`.'),
    ref: z.string().optional().describe('Last part of the link. Anyone who has it can open the wizard.'),
    link_url: z.url().optional().describe('The registration wizard: send it to the supplier.'),
    link_scope: z.string().optional().describe('`public`: it needs no login.'),
    value: z.unknown().optional(),
    indexed: z.literal(true).optional(),
    shared: z.literal(true).optional(),
  })
  .meta({ id: 'Meta' });

const metaResponse = (row: EntryMeta): z.infer<typeof MetaResponse> => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  owner_id: row.workspaceId,
  entry_id: row.entryId,
  src: row.src,
  key: row.key,
  ...(row.ref ? { ref: row.ref } : {}),
  ...(row.link?.url ? { link_url: row.link.url } : {}),
  ...(row.linkScope ? { link_scope: row.linkScope } : {}),
  ...(row.link ? { value: termOf(row.link) } : row.value === null ? {} : { value: row.value }),
  ...(row.indexed ? { indexed: true } : {}),
  ...(row.shared ? { shared: true } : {}),
});

const termOf = ({ expiresAt, revokedAt, renewalRequestedAt }: NonNullable<EntryMeta['link']>) => ({
  expires_at: expiresAt.toISOString(),
  ...(revokedAt ? { revoked_at: revokedAt.toISOString() } : {}),
  ...(renewalRequestedAt ? { renewal_requested_at: renewalRequestedAt.toISOString() } : {}),
});

export const EntryQuery = TimedPageQuery.extend({
  folder: z
    .string()
    .max(100)
    .refine((folder) => folderNames.includes(folder), {
      message: `must be one of ${folderNames.join(', ')}`,
      params: coded('invalid-value'),
    })
    .optional()
    .describe(`Only entries in this folder: ${folderNames.map((name) => `\`${name}\``).join(', ')}.`),
  state: z
    .enum(entryStateKeys, { error: `must be one of ${entryStateKeys.join(', ')}` })
    .optional()
    .describe('Only entries in this state; `empty`: entries without a state.'),
  remark: z
    .string()
    .max(100)
    .optional()
    .describe('Only invoices with this remark, such as `ARCA-10041`; `any`: with any remark.'),
  archived: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: only archived entries, which are otherwise omitted.'),
});

export const archivedOf = ({ archived }: { archived?: 'true' | 'false' | undefined }) => ({
  archived: archived === 'true',
});

export const EntryInList = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    archived_at: Instant.optional().describe('When it was archived. Lists omit it since then.'),
    closed_at: Instant.optional().describe(
      'When a step `silo.close` closed it. Its document can not be changed since then.',
    ),
    key: z.string().optional().describe('Your own id of the entry, unique in the workspace.'),
    folder: z.string().describe('`suppliers`, `customers` or `invoices`.'),
    state: z.enum(entryStateKeys).describe('`empty`: it has no state.'),
    missing: z
      .array(z.enum(['point-of-sale']))
      .optional()
      .describe(
        'What a supplier registered in live still lacks before invoices can be issued. `point-of-sale`: ARCA lists no usable point of sale.',
      ),
    faults: z.array(Fault).optional().describe('Faults of the job that set the state.'),
    remarks: z
      .array(Fault)
      .optional()
      .describe('Remarks of the authority or Alta on an invoice that was not refused, and what to do.'),
    env_schema: z.string().describe('The `$schema` of the envelope.'),
    doc_schema: z.string().describe('The `$schema` of the document.'),
    digest: Digest.describe('Digest of the document.'),
    version: z
      .string()
      .describe(
        "Version of the document's content. Send it with a change to avoid overwriting changes made meanwhile.",
      ),
    snippet: z.record(z.string(), z.string()).describe('Fields of the document that a list shows.'),
  })
  .meta({ id: 'EntryInList' });

export const WholeEntry = EntryInList.extend({
  data: Envelope,
  meta: z
    .array(MetaResponse)
    .describe('Data that apps store with the entry, such as the link of the registration.'),
  attachments: z.array(FileResponse).describe('Files of the entry.'),
  paper_gaps: z
    .array(z.enum(paperGaps))
    .optional()
    .describe(
      'Data required in a PDF (RG 1415) that it lacks: the PDF of this invoice, or those of all invoices of this supplier. ARCA authorizes the invoice anyway. Absent if nothing lacks.',
    ),
}).meta({ id: 'Entry' });

/** The response for rows of a list. For suppliers it includes `missing`. */
export async function entriesInList(
  ctx: Context,
  rows: readonly ListedEntry[],
): Promise<(row: ListedEntry) => z.infer<typeof EntryInList>> {
  const suppliers = rows.filter(({ folder }) => folder === 'suppliers');
  const without = await withoutPointOfSaleAmong(ctx, suppliers);
  return (row) => ({ ...entryInList(row), ...(without.has(row.id) ? { missing: ['point-of-sale'] } : {}) });
}

export function entryInList(row: ListedEntry): z.infer<typeof EntryInList> {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(row.archivedAt ? { archived_at: row.archivedAt.toISOString() } : {}),
    ...(row.closedAt ? { closed_at: row.closedAt.toISOString() } : {}),
    ...(row.key ? { key: row.key } : {}),
    folder: row.folder,
    state: row.state ?? 'empty',
    ...(row.faults.length ? { faults: row.faults.map(englishFault) } : {}),
    ...(row.remarks.length ? { remarks: row.remarks.map(englishFault) } : {}),
    env_schema: envelopeSchema,
    doc_schema: row.docSchema,
    digest: { alg: 'sha256', val: row.digest },
    version: versionOf(row),
    snippet: row.snippet,
  };
}

export async function wholeEntry(ctx: Context, row: EntryRow): Promise<z.infer<typeof WholeEntry>> {
  const inList = await entriesInList(ctx, [row]);
  return {
    ...newEntry(row),
    ...inList(row),
    meta: (await listMeta(ctx, row.id)).map(metaResponse),
    attachments: (await listFiles(ctx, row.id)).map(fileResponse),
  };
}

/** A new entry, which cannot have meta or files yet. */
export const newEntry = (row: EntryRow): z.infer<typeof WholeEntry> => ({
  ...entryInList(row),
  data: envelopeOf(row),
  meta: [],
  attachments: [],
  ...paperGapsIn(row),
});

function paperGapsIn({ folder, doc }: EntryRow): { paper_gaps?: PaperGap['gap'][] } {
  const gaps = folder === 'invoices' ? paperGapsOf(doc) : folder === 'suppliers' ? issuerGapsOf(doc) : [];
  return gaps.length > 0 ? { paper_gaps: gaps.map(({ gap }) => gap) } : {};
}

const envelopeOf = (row: EntryRow): Envelope => envelop(row.id, row.doc, row.digest, row.stamps);

export const EntryVersion = WholeEntry.pick({ version: true, data: true }).meta({ id: 'EntryVersion' });

export const entryVersion = (row: EntryRow): z.infer<typeof EntryVersion> => ({
  version: versionOf(row),
  data: envelopeOf(row),
});
