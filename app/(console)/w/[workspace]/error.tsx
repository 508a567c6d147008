'use client';

import { BrokenPage, type BrokenPageProps } from '#console/_ui/error-pages.tsx';

/** Within the shell of the workspace: the rest of it still works. */
export default function WorkspaceError(props: BrokenPageProps) {
  return <BrokenPage {...props} />;
}
