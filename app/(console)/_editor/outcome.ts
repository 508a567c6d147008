import type { ToldFault } from './faults.ts';

/** The document is not as it has to be: nothing was stored. */
export interface Faulty {
  kind: 'faulty';
  faults: ToldFault[];
}

export type BuildOutcome = { kind: 'built'; text: string } | Faulty;

export type SaveOutcome =
  | { kind: 'saved'; id: string }
  | Faulty
  /** Somebody else was faster: theirs is the stored one. */
  | { kind: 'changed-meanwhile'; theirs: Draft };

/** A text, and the version of the entry that it was made from: none before there is one. */
export interface Draft {
  text: string;
  base: string;
}
