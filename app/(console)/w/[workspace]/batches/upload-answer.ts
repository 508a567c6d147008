export type UploadAnswer =
  | {
      kind: 'checked';
      /** Number of valid rows. */
      validCount: number;
      /** Titles of the first valid rows. */
      titles: string[];
      /** The first of `faultCount` faults. */
      faults: UploadFaultText[];
      faultCount: number;
      /** Headings of ignored columns. */
      ignored: string[];
    }
  | { kind: 'started'; id: string };

export interface UploadFaultText {
  line: number;
  column?: string | undefined;
  message: string;
}

/** Most faults shown at once. */
export const mostFaultsShown = 100;
