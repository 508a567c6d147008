import type { ReactNode } from 'react';
import type { TextKey } from '#lib/i18n.ts';
import { Mock } from './mock/window.tsx';
import type { Texts } from './texts.tsx';

interface InstructionProps {
  t: Texts;
  text: TextKey;
  values?: Record<string, string>;
  note?: ReactNode;
  /** The drawn screen; its text alternative is the instruction itself. */
  screen?: ReactNode;
  /** What the drawn browser shows as its address. */
  host?: string;
  children?: ReactNode;
}

/** One thing to do: what, with which value, and how the screen looks where it is done. */
export function Instruction({ t, text, values, note, screen, host, children }: InstructionProps) {
  return (
    <li className="act">
      <div className="act-words">
        <p className="act-text">{t.rich(text, values)}</p>
        {children}
        {note && <p className="hint">{note}</p>}
      </div>
      {screen !== undefined && (
        <Mock t={t} host={host ?? t.portal.homeHost} instruction={t.plain(text, values)}>
          {screen}
        </Mock>
      )}
    </li>
  );
}

export function Instructions({ children }: { children: ReactNode }) {
  return <ol className="acts">{children}</ol>;
}

export function More({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details>
      <summary>{summary}</summary>
      <div className="details-body">{children}</div>
    </details>
  );
}
