/** Periods relative to today. */
export const periods = ['today', 'last-7-days', 'last-30-days', 'this-month', 'last-month'] as const;
export type Period = (typeof periods)[number];
