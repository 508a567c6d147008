import { z } from 'zod';
import { ById, Uuid } from '#app/api/_wire/fields.ts';
import { FileResponse, fileResponse } from '#app/api/_wire/file.ts';
import { Instant } from '#app/api/_wire/instant.ts';
import { FileUpload, fileUpload } from '#app/api/silo/v1/_wire/file.ts';
import type { Address, Caller } from '#lib/http/description.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { sizeLimits } from '#lib/limits.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import {
  type FileAction,
  fetchFile,
  fetchFileContent,
  listFiles,
  shareFile,
  uploadContent,
  uploadFile,
  verifySignedAddress,
} from '#lib/silo/files.ts';

const here = { service: 'silo', version: 'v1', tag: 'Files' } as const;

const ByFile = ById.extend({ file_id: Uuid });

/** The query of a file's signed `url`, which needs no key until it expires. */
const FileAddressQuery = z.strictObject({
  expires: z
    .string()
    .max(20)
    .optional()
    .describe('Until when the address works without a key, in Unix time.'),
  signature: z
    .string()
    .max(100)
    .optional()
    .describe('Signature of the address. Ignored if the API key is sent.'),
});

const FileLink = z.object({ url: z.url(), expires_at: Instant }).meta({ id: 'FileLink' });

/** The caller of an address signed for the action. */
const admitted =
  (action: FileAction) =>
  async ({ params, query }: Address): Promise<Caller | undefined> => {
    const file = ByFile.safeParse(params);
    const signed = FileAddressQuery.required().safeParse(Object.fromEntries(query));
    if (!file.success || !signed.success) return undefined;
    const name = { entryId: file.data.id, id: file.data.file_id };
    return verifySignedAddress(name, action, signed.data);
  };

export const files = {
  listFiles: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/files',
      summary: 'List the files of an entry',
      params: ById,
      answers: { 200: z.object({ list: z.array(FileResponse) }) },
    },
    async (ctx, { params }) => {
      const { id } = await fetchListedEntry(ctx, params.id);
      return { body: { list: (await listFiles(ctx, id)).map(fileResponse) } };
    },
  ),

  addFile: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entries/{id}/files',
      summary: 'Add a file to an entry',
      details: 'A file with the same category and key replaces the previous one.',
      idempotency: 'by-key',
      params: ById,
      body: FileUpload,
      answers: { 201: FileResponse },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body }) => ({
      status: 201,
      body: fileResponse(await uploadFile(ctx, params.id, fileUpload(body))),
    }),
  ),

  fetchFile: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/files/{file_id}',
      summary: 'Fetch the description of a file, or its content',
      details:
        'The description, as JSON, if `Accept` allows it (`application/json`, `*/*`); the content if `Accept` is absent or names only other types.',
      params: ByFile,
      answers: { 200: { jsonOrFile: FileResponse } },
    },
    async (ctx, { params: { id, file_id: fileId }, accepts }) =>
      accepts === 'json'
        ? { body: fileResponse(await fetchFile(ctx, id, fileId)) }
        : { download: await fetchFileContent(ctx, id, fileId) },
  ),

  putFile: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'entries/{id}/files/{file_id}',
      summary: 'Add a file under an id of your own',
      params: ByFile,
      body: FileUpload,
      answers: { 200: FileResponse },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body }) => ({
      body: fileResponse(await uploadFile(ctx, params.id, fileUpload(body), params.file_id)),
    }),
  ),

  fetchFileContent: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/files/{file_id}/content',
      summary: "Fetch a file's content",
      details:
        'Use the API key, or without a key the `url` of the file, as returned. A `url` that was altered, has expired or is for another file is a 404.',
      params: ByFile,
      query: FileAddressQuery,
      answers: { 200: 'file' },
      admitSignedUrl: admitted('read'),
    },
    async (ctx, { params }) => ({ download: await fetchFileContent(ctx, params.id, params.file_id) }),
  ),

  fetchFileLink: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/files/{file_id}/link',
      summary: 'Fetch a link with which anybody can download a file for a year',
      details:
        'For the customer of an invoice, for example. The link ends early if another file replaces this one. It can not be revoked otherwise, so pass it on only to people who may see the file.',
      params: ByFile,
      answers: { 200: FileLink },
      failures: ['conflict'],
    },
    async (ctx, { params }) => {
      const { url, expiresAt } = await shareFile(ctx, params.id, params.file_id);
      return { body: { url, expires_at: expiresAt.toISOString() } };
    },
  ),

  putFileContent: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'entries/{id}/files/{file_id}/content',
      summary: 'Send the content of an announced file',
      details:
        'Send the unencoded bytes to the `url` of the file, with or without a key. They must have the announced size and hash. Sending them again changes nothing.',
      params: ByFile,
      query: FileAddressQuery,
      maxRawBytes: sizeLimits.fileBytes,
      answers: { 200: FileResponse },
      failures: ['gone'],
      admitSignedUrl: admitted('store'),
    },
    async (ctx, { params, bytes }) => ({
      body: fileResponse(await uploadContent(ctx, { entryId: params.id, id: params.file_id }, bytes)),
    }),
  ),
};
