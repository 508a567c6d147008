import type { ReactNode } from 'react';
import { visibleText } from './visible-text.ts';

/** A name and its value. An undefined fact is left out of the list. */
export type Fact = [name: string, value: ReactNode];

interface FactListProps {
  facts: (Fact | undefined)[];
  /** One below the other, or in several columns if there is room. */
  layout?: 'lines' | 'columns';
}

export function FactList({ facts, layout = 'lines' }: FactListProps) {
  return (
    <dl className={layout === 'lines' ? 'fact-list' : 'fact-columns'}>
      {facts.map(
        (fact, index) =>
          fact && (
            // biome-ignore lint/suspicious/noArrayIndexKey: two facts may have one name
            <div key={`${index} ${fact[0]}`}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Verbatim text, with wrapped lines. It can be scrolled with the keyboard too. */
export function CodeBlock({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable text must be reachable by keyboard
    <pre className="document-text" tabIndex={0}>
      {children}
    </pre>
  );
}

interface ForeignTextProps {
  label: string;
  children: string;
}

/** Third-party text, with control characters made visible. It can be scrolled with the keyboard too. */
export function ForeignText({ label, children }: ForeignTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable text must be reachable by keyboard (WCAG 2.1.1)
    <section className="foreign" aria-label={label} tabIndex={0}>
      <pre dir="ltr">{visibleText(children)}</pre>
    </section>
  );
}
