/** Row spacing of lists: `close` or `roomy`. */
export const densityCookieName = 'alta_density';
