import type { SameCuit } from '#console/_editor/party-notes.tsx';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { suppliersOf } from '#lib/silo/entries.ts';

/** The workspace's suppliers with the CUIT in `?cuit=`, to warn of duplicates while it is typed. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ workspace: string }> },
): Promise<Response> {
  const { ctx } = await requireMember((await params).workspace, 'suppliers:read');
  const cuit = normaliseCuit(new URL(request.url).searchParams.get('cuit') ?? '');
  if (!isValidCuit(cuit)) return new Response(null, { status: 422 });
  const found = await suppliersOf(ctx, { country: 'AR', code: cuit });
  const suppliers: SameCuit[] = found.map(({ id, snippet }) => ({
    name: partyInList(snippet).name,
    href: workspacePath(ctx.workspace.slug, `/entries/${id}`),
  }));
  return Response.json(suppliers, { headers: { 'cache-control': 'no-store' } });
}
