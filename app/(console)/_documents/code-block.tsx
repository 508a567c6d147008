import './document-text.css';
import type { ReactNode } from 'react';

/** Text as it stands, wrapped; what does not fit scrolls, by the keyboard too. */
export function CodeBlock({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <pre className="document-text" tabIndex={0}>
      {children}
    </pre>
  );
}
