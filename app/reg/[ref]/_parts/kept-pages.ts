import { createElement, type FunctionComponent, isValidElement, type ReactNode } from 'react';
import { type Drawn, drawWithGaps, fillIn, LookedInto } from './gaps.ts';
import { type Visit, withoutOwn } from './own.ts';
import type { StepProps } from './step-page.tsx';

/** Pages that differ only in what is the visitor's own are one; a few dozen of each are asked for at a time. */
const keptOfEach = 100;
type Kept = Map<string, Drawn | undefined>;
const kept = new WeakMap<FunctionComponent<StepProps>, Kept>();

/**
 * The page as `render` draws it. A page of the guide is drawn once for all who are shown the same, and kept with gaps
 * where each has what is their own: it is drawn without knowing any of that, so that nobody can be shown another's.
 */
export function renderKept(page: ReactNode, render: (page: ReactNode) => string): string {
  if (!isValidElement<StepProps>(page) || !page.props.registration) return render(page);
  const visit = withoutOwn(page.props);
  if (!visit) return render(page);
  // A view is a function; the elements of HTML have no registration.
  const type = page.type as FunctionComponent<StepProps>;
  const pages = kept.get(type) ?? new Map<string, Drawn | undefined>();
  kept.set(type, pages);
  if (!pages.has(visit.key)) {
    keep(
      pages,
      visit.key,
      drawOnce(visit, () => render(createElement(type, visit.props))),
    );
  }
  const drawn = pages.get(visit.key);
  return drawn ? fillIn(drawn, visit.own) : render(page);
}

/** Undefined where the view decides by an instant of the visitor's: such a page is drawn for each. */
function drawOnce({ own }: Visit, draw: () => string): Drawn | undefined {
  try {
    return drawWithGaps(own.length, draw);
  } catch (error) {
    if (error instanceof LookedInto) return undefined;
    throw error;
  }
}

/** The oldest makes room. */
function keep(pages: Kept, key: string, drawn: Drawn | undefined): void {
  const [oldest] = pages.keys();
  if (pages.size >= keptOfEach && oldest !== undefined) pages.delete(oldest);
  pages.set(key, drawn);
}
