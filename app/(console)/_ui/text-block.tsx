import type { ReactNode } from 'react';
import { visibleText } from './visible-text.ts';
import './text-block.css';

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
