import { requireMember } from '../../../../_session.ts';
export default async function Job({ params }: { params: Promise<{ workspace: string }> }) {
  await requireMember((await params).workspace);
  return <h1>stub</h1>;
}
