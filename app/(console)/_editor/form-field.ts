import type { Path } from './json-path.ts';

/** What a field of the form needs: its text, what is wrong with it, and how it is written. */
export interface FormField {
  read: (path: Path) => string;
  errorAt: (path: Path) => string | undefined;
  /** Undefined takes the field away. */
  write: (path: Path, value: unknown) => void;
}

/** How an input says which place of the document it is for. */
export const placeKey = (path: Path) => path.join('.');
