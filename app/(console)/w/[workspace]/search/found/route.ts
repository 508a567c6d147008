import { requireMember } from '#console/_session.ts';
import { paramOf, paramsOf } from '#console/_ui/list-page.tsx';
import { searchFor } from '../_found.ts';

export async function GET(
  request: Request,
  { params }: { params: Promise<{ workspace: string }> },
): Promise<Response> {
  const visit = await requireMember((await params).workspace);
  const answer = await searchFor(visit, paramOf(paramsOf(request), 'q') ?? '');
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
}
