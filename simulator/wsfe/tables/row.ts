/** Of a table that FEParamGet… answers. `since` is `yyyymmdd`; none of these has ended. */
export type Row = readonly [id: string, description: string, since: string];

export const isListed = (rows: readonly Row[], id: number | string) =>
  rows.some(([listed]) => listed === String(id));
