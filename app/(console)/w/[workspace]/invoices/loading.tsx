import { PageSkeleton } from '../../../_shell/page-skeleton.tsx';

export default function Loading() {
  return <PageSkeleton />;
}
