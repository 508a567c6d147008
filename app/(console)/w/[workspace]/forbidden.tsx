import { ForbiddenPage } from '#console/_ui/error-pages.tsx';

/** Shown inside the workspace's frame, so that the permitted sections stay reachable. */
export default function Forbidden() {
  return <ForbiddenPage />;
}
