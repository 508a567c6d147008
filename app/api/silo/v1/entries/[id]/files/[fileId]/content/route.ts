import { fileRoute } from '#app/api/silo/v1/entries/[id]/files/file-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchFileContent } from '#lib/silo/files.ts';

export const GET = endpoint(
  {
    ...fileRoute('/content'),
    operation: 'fetchFileContent',
    summary: "Fetch a file's content",
    answers: { 200: 'file' },
  },
  async (ctx, { params }) => ({ download: await fetchFileContent(ctx, params.id, params.fileId) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
