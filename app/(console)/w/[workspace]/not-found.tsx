import { LostPage } from '#console/_ui/error-pages.tsx';

/** Within the shell of the workspace. */
export default function NotFound() {
  return <LostPage />;
}
