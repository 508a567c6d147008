'use client';

import { BrokenPage, type BrokenPageProps } from '#console/_ui/error-pages.tsx';

/** Shown inside the workspace's frame, so that the navigation still works. */
export default function WorkspaceError(props: BrokenPageProps) {
  return <BrokenPage {...props} />;
}
