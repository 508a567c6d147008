import { FileResponse, fileResponse } from '#app/api/_wire/file.ts';
import { FileUpload, fileUpload } from '#app/api/silo/v1/_wire/file.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchFile, fetchFileContent, uploadFile } from '#lib/silo/files.ts';
import { fileRoute } from '../file-route.ts';

const here = fileRoute('');

export const GET = endpoint(
  {
    ...here,
    operation: 'fetchFile',
    summary: 'Fetch what a file is, or its content',
    details:
      'What it is, as JSON, for who accepts that (`application/json`, `*/*`); the content for who names other types alone, or sends no `Accept`.',
    answers: { 200: { jsonOrFile: FileResponse } },
  },
  async (ctx, { params: { id, fileId }, accepts }) =>
    accepts === 'json'
      ? { body: fileResponse(await fetchFile(ctx, id, fileId)) }
      : { download: await fetchFileContent(ctx, id, fileId) },
);

export const PUT = endpoint(
  {
    ...here,
    operation: 'putFile',
    summary: 'Add a file under an id of your own',
    body: FileUpload,
    answers: { 200: FileResponse },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params, body }) => ({
    body: fileResponse(await uploadFile(ctx, params.id, fileUpload(body), params.fileId)),
  }),
);

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT');
