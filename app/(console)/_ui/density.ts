/** Row spacing of lists: `close` or `roomy`. */
export const densityCookieName = 'alta_density';

/** Rows per page that a reader can choose. This browser remembers the last choice. */
export const rowChoices = [25, 50, 100] as const;
export const rowsCookieName = 'alta_rows';
