/** What comes of a file that was sent. */
export type UploadAnswer =
  | { kind: 'faulty'; faults: ToldFault[]; total: number }
  | { kind: 'ready'; count: number; titles: string[] }
  | { kind: 'started'; id: string };

export interface ToldFault {
  line: number;
  column?: string | undefined;
  message: string;
}

/** More are told once these are mended. */
export const mostTold = 100;
