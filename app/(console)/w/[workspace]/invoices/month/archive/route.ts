import { exportRoute } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { AltaError } from '#lib/errors.ts';
import { downloadOf } from '#lib/http/download.ts';
import { fetchMonthArchive } from '#lib/invoices/month-archive.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { queryOfFile } from '../month-query.ts';

interface Route {
  params: Promise<{ workspace: string }>;
}

export const GET = exportRoute(async (request: Request, { params }: Route) => {
  const { ctx } = await requireMember((await params).workspace, 'invoices:read');
  const query = queryOfFile(request);
  if (!query) return new Response(null, { status: 400 });
  try {
    const archive = await fetchMonthArchive(ctx, query);
    await noteExport(ctx, 'invoices');
    return downloadOf(archive);
  } catch (error) {
    if (error instanceof AltaError && error.key === 'not-found') return new Response(null, { status: 404 });
    throw error;
  }
});
