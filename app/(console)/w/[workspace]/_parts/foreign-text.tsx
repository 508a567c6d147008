import { visibleText } from './visible-text.ts';
import './parts.css';

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
