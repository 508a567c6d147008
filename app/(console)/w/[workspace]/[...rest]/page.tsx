import { notFound } from 'next/navigation';
import { requireMember } from '#console/_session.ts';
import { titled } from '#console/_ui/page-header.tsx';

export const generateMetadata = titled('shell.notFound.title');

/** Any address below a workspace that is none. */
export default async function NoSuchPage({ params }: { params: Promise<{ workspace: string }> }) {
  await requireMember((await params).workspace);
  notFound();
}
