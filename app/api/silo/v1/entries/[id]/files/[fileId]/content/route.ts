import { FileResponse, fileResponse } from '#app/api/_wire/file.ts';
import { admitted, FileAddressQuery, fileRoute } from '#app/api/silo/v1/entries/[id]/files/file-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { sizeLimits } from '#lib/limits.ts';
import { fetchFileContent, uploadContent } from '#lib/silo/files.ts';

const here = { ...fileRoute('/content'), query: FileAddressQuery } as const;

export const GET = endpoint(
  {
    ...here,
    operation: 'fetchFileContent',
    summary: "Fetch a file's content",
    details:
      'With the API key, or by the `url` of the file as it was given, without one. One that was altered, is over, or is of another file is a 404.',
    answers: { 200: 'file' },
    admit: admitted('read'),
  },
  async (ctx, { params }) => ({ download: await fetchFileContent(ctx, params.id, params.fileId) }),
);

export const PUT = endpoint(
  {
    ...here,
    operation: 'putFileContent',
    summary: 'Send the content of a file that was announced',
    details:
      'The bytes as they are, to the `url` of the file, without a key, or with one. They must have the size and the hash that the file was announced with. The same again changes nothing.',
    bytesUpTo: sizeLimits.fileBytes,
    answers: { 200: FileResponse },
    failures: ['gone'],
    admit: admitted('store'),
  },
  async (ctx, { params, bytes }) => ({
    body: fileResponse(await uploadContent(ctx, { entryId: params.id, id: params.fileId }, bytes)),
  }),
);

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT');
