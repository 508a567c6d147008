import type { ReactNode } from 'react';
import './fact-list.css';

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
