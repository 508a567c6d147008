import { FileResponse, FileUpload, fileResponse, fileUpload } from '#app/api/silo/v1/_wire/file.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchFile } from '#lib/silo/files.ts';
import { uploadFile } from '#lib/silo/upload-file.ts';
import { fileRoute } from '../file-route.ts';

const here = { ...fileRoute(''), answers: { 200: FileResponse } } as const;

export const GET = endpoint(
  { ...here, operation: 'fetchFile', summary: 'Fetch what a file is' },
  async (ctx, { params }) => ({ body: fileResponse(await fetchFile(ctx, params.id, params.fileId)) }),
);

export const PUT = endpoint(
  {
    ...here,
    operation: 'putFile',
    summary: 'Add a file under an id of your own',
    body: FileUpload,
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params, body }) => ({
    body: fileResponse(await uploadFile(ctx, params.id, fileUpload(body), params.fileId)),
  }),
);

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT');
