import { ForbiddenPage } from '#console/_ui/error-pages.tsx';

/** Within the shell of the workspace: what the reader's role may see is still beside it. */
export default function Forbidden() {
  return <ForbiddenPage />;
}
