/** What comes of a file that was sent. */
export type UploadAnswer =
  | {
      kind: 'checked';
      /** How many can be made, and the first of them. */
      count: number;
      titles: string[];
      /** What is wrong, of `total` faults the first. */
      faults: ToldFault[];
      total: number;
      /** Headings of columns that are left out. */
      ignored: string[];
    }
  | { kind: 'started'; id: string };

export interface ToldFault {
  line: number;
  column?: string | undefined;
  message: string;
}

/** More are told once these are mended. */
export const mostTold = 100;
