import type { ReactNode } from 'react';
import type { Texts } from '../texts.tsx';

interface MockProps {
  t: Texts;
  host: string;
  instruction: string;
  children: ReactNode;
}

/** A drawn browser window: text, so it reflows and grows with the reader's letters, but one picture to a reader. */
export function Mock({ t, host, instruction, children }: MockProps) {
  return (
    <figure className="mock">
      <div className="mock-window" role="img" aria-label={t('frame.illustrationAlt', { instruction })}>
        <div className="mock-chrome">
          <i />
          <i />
          <i />
          <span>{host}</span>
        </div>
        <div className="mock-screen">{children}</div>
      </div>
      <figcaption>{t('frame.illustration')}</figcaption>
    </figure>
  );
}

/** The authority's coloured bar, with the screen's name. */
export function MockBar({ title, t }: { title?: string; t: Texts }) {
  return (
    <div className="mock-bar">
      <b>{t.portal.authority}</b>
      {title && <span>{title}</span>}
    </div>
  );
}

function Pointer() {
  return (
    <svg className="mock-pointer" viewBox="0 0 20 24" aria-hidden="true" focusable="false">
      <path d="M3 2v17l4.5-4 2.8 6.5 3-1.3-2.8-6.3H16.5z" />
    </svg>
  );
}

/** What to click on this screen. */
export function MockButton({ children, mark }: { children: ReactNode; mark?: boolean }) {
  return (
    <span className={mark ? 'mock-button mock-mark' : 'mock-button'}>
      {children}
      {mark && <Pointer />}
    </span>
  );
}

interface MockFieldProps {
  label: string;
  value?: ReactNode;
  kind?: 'text' | 'list' | 'lines';
  mark?: boolean;
}

export function MockField({ label, value, kind = 'text', mark }: MockFieldProps) {
  return (
    <div className="mock-field">
      <span>{label}</span>
      <span className={`mock-input mock-${kind}${mark ? ' mock-mark' : ''}`}>
        {value ?? ' '}
        {mark && <Pointer />}
      </span>
    </div>
  );
}

/** Things that are on the real screen and do not matter here. */
export function MockBlur({ lines = 2 }: { lines?: 1 | 2 | 3 }) {
  return (
    <span className="mock-blur">
      <s />
      {lines > 1 && <s />}
      {lines > 2 && <s />}
    </span>
  );
}

/** A list of which one line is the one to choose; the depth of a line is its place in a tree. */
export function MockLines({ lines }: { lines: { text: string; depth?: 0 | 1 | 2; mark?: boolean }[] }) {
  return (
    <div className="mock-lines">
      {lines.map(({ text, depth = 0, mark }) => (
        <span key={text} className={`mock-depth-${depth}${mark ? ' mock-mark' : ''}`}>
          {text}
          {mark && <Pointer />}
        </span>
      ))}
    </div>
  );
}
