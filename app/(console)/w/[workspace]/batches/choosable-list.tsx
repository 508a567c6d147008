'use client';

import type { ReactNode } from 'react';
import { Choosing } from '#console/_ui/choosing.tsx';
import type { Matching } from '#console/_ui/list-page.tsx';
import { ChoiceBar, type ChoiceBarProps } from './choice-bar.tsx';

interface ChoosableListProps extends ChoiceBarProps {
  /** What the rows of the page choose. */
  ids: readonly string[];
  children: ReactNode;
}

/** A list of whose rows many are chosen and done something with. Another filter begins anew. */
export function ChoosableList({ ids, children, ...bar }: ChoosableListProps) {
  const key = Object.entries<string>(bar.matching.filters satisfies Matching['filters']).join('&');
  return (
    <Choosing key={key} ids={ids}>
      {children}
      <ChoiceBar {...bar} />
    </Choosing>
  );
}
