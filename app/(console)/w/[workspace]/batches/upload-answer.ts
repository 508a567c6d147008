export type UploadAnswer =
  | {
      kind: 'checked';
      /** Number of valid rows, and the titles of the first ones. */
      count: number;
      titles: string[];
      /** The first of `total` faults. */
      faults: UploadFaultText[];
      total: number;
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
