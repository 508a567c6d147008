import type { ReactNode } from 'react';
import type { Texts } from '../texts.tsx';

interface MockProps {
  t: Texts;
  host: string;
  /** What the picture shows how to do: its text alternative. */
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
    </figure>
  );
}

/**
 * Where to tap: the number of the sentence beside the picture that says so. A picture with one such place has a bare
 * frame around it.
 */
export type Mark = number | true | undefined;

const classOf = (base: string, mark: Mark) => (mark === undefined ? base : `${base} mock-mark`);

function Step({ mark }: { mark: Mark }) {
  return typeof mark === 'number' ? <b className="mock-number">{mark}</b> : null;
}

/** The authority's coloured bar, with the screen's name. */
export function MockBar({ title, t, children }: { title?: string; t: Texts; children?: ReactNode }) {
  return (
    <div className="mock-bar">
      <b>{t.portal.authority}</b>
      {title && <span>{title}</span>}
      {children}
    </div>
  );
}

export function MockButton({ children, mark }: { children: ReactNode; mark?: Mark }) {
  return (
    <span className={classOf('mock-button', mark)}>
      {children}
      <Step mark={mark} />
    </span>
  );
}

interface MockFieldProps {
  label: string;
  value?: ReactNode;
  kind?: 'text' | 'list' | 'lines' | 'fixed';
  mark?: Mark;
}

/** `fixed`: grey, filled in by the portal, not to be changed. */
export function MockField({ label, value, kind = 'text', mark }: MockFieldProps) {
  return (
    <div className="mock-field">
      <span>{label}</span>
      <span className={classOf(`mock-input mock-${kind}`, mark)}>
        {value ?? ' '}
        <Step mark={mark} />
      </span>
    </div>
  );
}

/** A line with something to read and a button at its end. */
export function MockRow({ children }: { children: ReactNode }) {
  return <div className="mock-row mock-between">{children}</div>;
}

/** The portal's yellow box. */
export function MockNotice({ children }: { children: ReactNode }) {
  return <p className="mock-notice">{children}</p>;
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

interface MockLine {
  text: ReactNode;
  key: string;
  depth?: 0 | 1 | 2;
  mark?: Mark;
}

/** A list; the depth of a line is its place in a tree. */
export function MockLines({ lines }: { lines: MockLine[] }) {
  return (
    <div className="mock-lines">
      {lines.map(({ text, key, depth = 0, mark }) => (
        <span key={key} className={classOf(`mock-depth-${depth}`, mark)}>
          {text}
          <Step mark={mark} />
        </span>
      ))}
    </div>
  );
}
