import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchFileContent } from '#lib/silo/files.ts';
import { fileRoute } from '../../file-route.ts';

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
