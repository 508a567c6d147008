import { z } from 'zod';
import { FileResponse, fileResponse } from '#app/api/_wire/file.ts';
import { FileUpload, fileUpload } from '#app/api/silo/v1/_wire/file.ts';
import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { listFiles, uploadFile } from '#lib/silo/files.ts';

const here = entryRoute('/files', 'Files');

/** All of them: an entry takes a hundred at the most. */
export const GET = endpoint(
  {
    ...here,
    operation: 'listFiles',
    summary: 'List the files of an entry',
    answers: { 200: z.object({ list: z.array(FileResponse) }) },
  },
  async (ctx, { params }) => {
    const { id } = await fetchListedEntry(ctx, params.id);
    return { body: { list: (await listFiles(ctx, id)).map(fileResponse) } };
  },
);

export const POST = endpoint(
  {
    ...here,
    operation: 'addFile',
    idempotency: 'by-key',
    summary: 'Add a file to an entry',
    details: 'One of the same category and key takes the place of the one before.',
    body: FileUpload,
    answers: { 201: FileResponse },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params, body }) => ({
    status: 201,
    body: fileResponse(await uploadFile(ctx, params.id, fileUpload(body))),
  }),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
