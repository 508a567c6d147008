import { LostPage } from '#console/_shell/lost-page.tsx';

/** Within the shell of the workspace. */
export default function NotFound() {
  return <LostPage />;
}
