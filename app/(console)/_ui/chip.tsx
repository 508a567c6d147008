import type { ReactNode } from 'react';

export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

type ChipProps = { children: ReactNode } & (
  | { kind?: 'chip'; tone: Tone }
  /** Chip of an entry's state, or of the status of a job, step or event. Each name has its own colour. */
  | { kind: 'state' | 'status'; tone: string }
);

/** A state as a word; the colour only repeats it. */
export function Chip({ kind = 'chip', tone, children }: ChipProps) {
  return <span className={`${kind} ${kind}-${tone}`}>{children}</span>;
}
