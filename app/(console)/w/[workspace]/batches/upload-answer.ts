import type { UploadColumn } from '#lib/batches/upload.ts';

export type UploadAnswer =
  | {
      kind: 'checked';
      /** Number of valid rows. */
      validCount: number;
      /** Titles of the first valid rows. */
      titles: string[];
      /** Number of rows whose entry exists already. */
      existing: number;
      /** Every column of the file. Empty if the file could not be read. */
      columns: UploadColumn[];
      /** Required columns that no heading has. */
      missing: string[];
      /** The first of `faultCount` faults. */
      faults: UploadFaultText[];
      faultCount: number;
      /** Number of lines in the file to correct. */
      mendLines: number;
    }
  | { kind: 'started'; id: string };

export interface UploadFaultText {
  line: number;
  column?: string | undefined;
  message: string;
}

/** Most faults shown at once. */
export const mostFaultsShown = 100;
