import type { ReactNode } from 'react';
import './parts.css';

export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

/** A state in a word; the colour only repeats it. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`chip chip-${tone}`}>{children}</span>;
}
