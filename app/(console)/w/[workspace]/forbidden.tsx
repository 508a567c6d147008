import { ForbiddenPage } from '#console/_ui/error-pages.tsx';

/** Inside the workspace's frame: the permitted sections stay reachable. */
export default function Forbidden() {
  return <ForbiddenPage />;
}
