'use client';

import { BrokenPage, type BrokenPageProps } from './_ui/error-pages.tsx';

export default function ConsoleError(props: BrokenPageProps) {
  return (
    <main id="content" tabIndex={-1} className="plain-main">
      <BrokenPage {...props} />
    </main>
  );
}
