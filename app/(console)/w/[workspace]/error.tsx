'use client';

import { BrokenPage, type BrokenPageProps } from '#console/_ui/error-pages.tsx';

/** Inside the workspace's frame: the navigation still works. */
export default function WorkspaceError(props: BrokenPageProps) {
  return <BrokenPage {...props} />;
}
