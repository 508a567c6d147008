import { foundBy } from '#console/_session.ts';
import { requireEntry } from '#console/w/[workspace]/entries/require-entry.ts';
import { downloadOf } from '#lib/http/download.ts';
import { fetchFileContent } from '#lib/silo/files.ts';

interface FileRoute {
  params: Promise<{ workspace: string; id: string; file: string }>;
}

export async function GET(_request: Request, { params }: FileRoute): Promise<Response> {
  const { workspace, id, file } = await params;
  const { ctx, entry } = await requireEntry(workspace, id);
  return downloadOf(await foundBy(file, (uuid) => fetchFileContent(ctx, entry.id, uuid)));
}
