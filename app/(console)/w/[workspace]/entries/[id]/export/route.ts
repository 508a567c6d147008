import { notFound } from 'next/navigation';
import { exportRoute } from '#console/_list-file.ts';
import { requireEntry } from '#console/w/[workspace]/entries/require-entry.ts';
import { downloadOf } from '#lib/http/download.ts';
import { exportSupplier } from '#lib/privacy/export-supplier.ts';

interface ExportRoute {
  params: Promise<{ workspace: string; id: string }>;
}

/** Exports all data of a supplier, for owners. */
export const GET = exportRoute(async (_request, { params }: ExportRoute) => {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'privacy:write');
  if (entry.folder !== 'suppliers') notFound();
  return downloadOf(await exportSupplier(ctx, entry.id));
});
