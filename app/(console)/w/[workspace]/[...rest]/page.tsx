import { notFound } from 'next/navigation';
import { requireMember } from '#console/_session.ts';
import { titled } from '#console/_ui/page-header.tsx';

export const generateMetadata = titled('shell.notFound.title');

/** Not-found page for unknown addresses below a workspace. */
export default async function NoSuchPage({ params }: { params: Promise<{ workspace: string }> }) {
  await requireMember((await params).workspace);
  notFound();
}
