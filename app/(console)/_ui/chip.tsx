import type { ReactNode } from 'react';

export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

type ChipProps = { children: ReactNode } & (
  | { kind?: 'chip'; tone: Tone }
  /** Of an entry, or of a job, a step or an event: each name has a colour of its own. */
  | { kind: 'state' | 'status'; tone: string }
);

/** A state in a word; the colour only repeats it. */
export function Chip({ kind = 'chip', tone, children }: ChipProps) {
  return <span className={`${kind} ${kind}-${tone}`}>{children}</span>;
}
