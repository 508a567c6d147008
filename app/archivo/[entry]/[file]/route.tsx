import { z } from 'zod';
import { addressAfterMove } from '#lib/context.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { downloadOf } from '#lib/http/download.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { localeOf } from '#lib/i18n.ts';
import { fetchFileContent, verifySignedAddress } from '#lib/silo/files.ts';
import { htmlResponse } from '../../../reg/[ref]/_parts/document.tsx';
import { NoSuchFile } from '../../../reg/[ref]/_parts/error-pages.tsx';
import { textsIn } from '../../../reg/[ref]/_parts/texts.tsx';
import { moved, refuse } from '../../../reg/[ref]/handler.tsx';

const FileLink = z.object({
  entry: z.uuid(),
  file: z.uuid(),
  expires: z.string().max(20),
  signature: z.string().max(100),
});

/**
 * A file for whoever has its link (`sharedLinkOf`), such as the customer of an invoice. The page is the same for
 * links that were altered, have expired, or whose file was replaced.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ entry: string; file: string }> },
): Promise<Response> {
  try {
    // A link may be opened any number of times, so requests are counted as in the API.
    await limit('api-address', clientAddress(request));
    const query = new URL(request.url).searchParams;
    const link = FileLink.safeParse({ ...Object.fromEntries(query), ...(await params) });
    const name = link.data && { entryId: link.data.entry, id: link.data.file };
    const ctx = name && (await verifySignedAddress(name, 'share', link.data));
    const location = ctx && addressAfterMove(ctx.workspace, new URL(request.url));
    if (location) return moved(location);
    if (ctx) return downloadOf(await fetchFileContent(ctx, name.entryId, name.id));
    await limit('failed-authentication', clientAddress(request));
    const locale = localeOf(undefined, request.headers.get('accept-language'));
    return await htmlResponse(<NoSuchFile t={textsIn(locale)} />, 404, { vary: 'Accept-Language' });
  } catch (error) {
    return refuse(error, request);
  }
}
