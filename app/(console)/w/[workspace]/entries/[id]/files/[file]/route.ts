import { notFound } from 'next/navigation';
import { z } from 'zod';
import { requireEntry } from '#console/w/[workspace]/entries/entry-visit.ts';
import { AltaError } from '#lib/errors.ts';
import { downloadOf } from '#lib/http/download.ts';
import { fetchFileContent } from '#lib/silo/files.ts';

interface FileRoute {
  params: Promise<{ workspace: string; id: string; file: string }>;
}

/** The content of a file, for a member of the workspace. */
export async function GET(_request: Request, { params }: FileRoute): Promise<Response> {
  const { workspace, id, file } = await params;
  const { ctx, entry } = await requireEntry(workspace, id);
  if (!z.uuid().safeParse(file).success) notFound();
  try {
    return downloadOf(await fetchFileContent(ctx, entry.id, file.toLowerCase()));
  } catch (error) {
    if (error instanceof AltaError && error.key === 'not-found') notFound();
    throw error;
  }
}
