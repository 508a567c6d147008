import { LostPage } from '#console/_ui/error-pages.tsx';

/** Inside the workspace's frame. */
export default function NotFound() {
  return <LostPage />;
}
