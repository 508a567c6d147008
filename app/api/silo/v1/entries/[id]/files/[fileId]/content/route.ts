import { endpoint } from '#lib/http/endpoint.ts';
import { fetchFileContent } from '#lib/silo/files.ts';
import { fileRoute } from '../../file-route.ts';

export const GET = endpoint(fileRoute('/content'), async (ctx, { params }) => ({
  download: await fetchFileContent(ctx, params.id, params.fileId),
}));
