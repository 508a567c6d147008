import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AltaError, type FieldCode } from '#lib/errors.ts';
import { accountSettings, isValidCbu } from './invoice/credit-invoice.ts';
import { InvoiceDocument } from './invoice/invoice.ts';
import { Party, Supplier } from './party.ts';
import { invoiceSchema, partySchema } from './schema-addresses.ts';
import { coded } from './validation.ts';

export const envelopeSchema = 'https://gobl.org/draft-0/envelope';

export type Document = Record<string, unknown>;

/** A value issued by another party (`prv`), such as the authority's CAE (`arca-cae`). */
export const Stamp = z.object({ prv: z.string(), val: z.string() });
export type Stamp = z.infer<typeof Stamp>;

/** SHA-256 of the document, in hex. */
export const Digest = z.object({ alg: z.literal('sha256'), val: z.string() });

export const Envelope = z
  .object({
    $schema: z.literal(envelopeSchema),
    head: z.object({ uuid: z.uuid(), dig: Digest, stamps: z.array(Stamp).optional() }),
    doc: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Envelope', description: 'A document with its digest and its stamps.' });
export type Envelope = z.infer<typeof Envelope>;

const Incoming = z.looseObject({
  $schema: z.literal(envelopeSchema),
  doc: z.record(z.string(), z.unknown()),
});

/** Unwraps a document sent bare or in an envelope; `at` is its path in the request. */
export function documentOf(data: Record<string, unknown>): { doc: Document; at: string[] } {
  const envelope = Incoming.safeParse(data);
  return envelope.success ? { doc: envelope.data.doc, at: ['data', 'doc'] } : { doc: data, at: ['data'] };
}

/** Id of the envelope that was sent, if any. */
export function idOf(data: Record<string, unknown>): string | undefined {
  const sent = z.looseObject({ head: z.looseObject({ uuid: z.uuid().toLowerCase() }) }).safeParse(data);
  return Incoming.safeParse(data).success && sent.success ? sent.data.head.uuid : undefined;
}

export function envelop(id: string, doc: Document, digest: string, stamps: Stamp[]): Envelope {
  const head = {
    uuid: id,
    dig: { alg: 'sha256', val: digest } as const,
    ...(stamps.length ? { stamps } : {}),
  };
  return { $schema: envelopeSchema, head, doc };
}

/** SHA-256 of the document in hex, with its keys sorted so that their order does not matter. */
export const digestOf = (doc: Document): string => createHash('sha256').update(canonical(doc)).digest('hex');

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

interface Folder {
  document: z.ZodType<Record<string, unknown>>;
  schema: string;
  /**
   * UUID versions a client may use for ids. Parties take v3-v5, because a time-ordered id would reveal when
   * the client first saw the party. Invoices have a date anyway, and time-ordered ids keep their index small.
   */
  idVersions: number[];
}

/** An Argentine supplier whose account for credit invoices (FCE), if it has one, is valid. */
const SupplierDocument = Supplier.superRefine(({ tax_id, meta = {} }, check) => {
  if (tax_id.country !== 'AR') {
    check.addIssue({
      code: 'custom',
      path: ['tax_id', 'country'],
      message:
        'must be AR: only a CUIT can register and issue invoices in Argentina. A customer may be foreign',
      params: coded('not-argentine'),
    });
  }
  const cbu = meta[accountSettings.cbu];
  if (cbu === undefined || isValidCbu(cbu)) return;
  check.addIssue({
    code: 'custom',
    path: ['meta', accountSettings.cbu],
    message: 'must be a CBU: 22 digits with their check digits',
    params: coded('ARCA-10165'),
  });
});

const folders: Record<string, Folder> = {
  suppliers: { document: SupplierDocument, schema: partySchema, idVersions: [3, 4, 5] },
  customers: { document: Party, schema: partySchema, idVersions: [3, 4, 5] },
  invoices: { document: InvoiceDocument, schema: invoiceSchema, idVersions: [1, 7] },
};
export const folderNames = Object.keys(folders);

/** @throws AltaError `validation` */
export function folderNamed(name: string): Folder {
  const folder = Object.hasOwn(folders, name) ? folders[name] : undefined;
  if (folder) return folder;
  throw new AltaError('validation', 'The folder is unknown.', {
    fieldCode: 'invalid-value',
    fields: { folder: `must be one of ${folderNames.join(', ')}` },
  });
}

/** Folder of a document sent without a folder and without a `$schema`. */
const defaultFolder = 'suppliers';

/**
 * Returns the folder of a document: `named`, or else the first folder that takes its `$schema`.
 * @param at path of the document in the request
 * @throws AltaError `validation`; if `named` does not take the `$schema`, it lists the folders that do
 */
export function folderOf({ $schema }: Document, at: string[], named?: string): string {
  const matchingFolders = folderNames.filter((name) => folders[name]?.schema === $schema);
  if (named === undefined) return matchingFolders[0] ?? folderForUnknownSchema($schema, at);
  if (matchingFolders.length === 0 || matchingFolders.includes(named)) {
    folderNamed(named);
    return named;
  }
  throw new AltaError('validation', 'The folder does not take this kind of document.', {
    fieldCode: 'invalid-value',
    fields: { folder: `must be ${matchingFolders.join(' or ')} for a document of ${String($schema)}` },
  });
}

function folderForUnknownSchema($schema: unknown, at: string[]): string {
  if (typeof $schema !== 'string') return defaultFolder;
  const schemas = [...new Set(Object.values(folders).map(({ schema }) => schema))];
  throw schemaError('The schema of the document is not supported.', at, {
    code: 'invalid-value',
    message: `must be ${schemas.join(' or ')}`,
  });
}

/** The error of a document's `$schema`. @param at path of the document in the request */
export const schemaError = (
  summary: string,
  at: string[],
  { code, message }: { code: FieldCode; message: string },
) =>
  new AltaError('validation', summary, {
    fields: { [[...at, '$schema'].join('.')]: message },
    faults: [{ code, message, paths: ['$.$schema'] }],
  });
