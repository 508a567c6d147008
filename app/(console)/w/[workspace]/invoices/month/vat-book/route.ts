import { exportRoute } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { downloadOf } from '#lib/http/download.ts';
import { vatBookOf } from '#lib/invoices/vat-book-file.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { queryOfFile } from '../month-query.ts';

interface Route {
  params: Promise<{ workspace: string }>;
}

export const GET = exportRoute(async (request: Request, { params }: Route) => {
  const { ctx } = await requireMember((await params).workspace, 'invoices:read');
  const query = queryOfFile(request);
  if (!query) return new Response(null, { status: 400 });
  await noteExport(ctx, 'invoices');
  return downloadOf(vatBookOf(ctx, query));
});
