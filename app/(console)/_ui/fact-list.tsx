import type { ReactNode } from 'react';
import { visibleText } from './visible-text.ts';

/** A name and what it is; what is undefined is left out of the list. */
export type Fact = [name: string, value: ReactNode];

interface FactListProps {
  facts: (Fact | undefined)[];
  /** Below each other, or in columns of pairs where there is room for several. */
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

/** Text as it stands, wrapped; what does not fit scrolls, by the keyboard too. */
export function CodeBlock({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <pre className="document-text" tabIndex={0}>
      {children}
    </pre>
  );
}

interface ForeignTextProps {
  label: string;
  children: string;
}

/** Text that somebody else wrote: shown as characters, whatever is in it. It can be scrolled with the keyboard. */
export function ForeignText({ label, children }: ForeignTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard (WCAG 2.1.1)
    <section className="foreign" aria-label={label} tabIndex={0}>
      <pre dir="ltr">{visibleText(children)}</pre>
    </section>
  );
}
