import { PageSkeleton } from '#console/_shell/page-skeleton.tsx';

export default function Loading() {
  return <PageSkeleton />;
}
