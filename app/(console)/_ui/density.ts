/** Holds how close the rows of lists are: `close`, or `roomy`. */
export const densityCookieName = 'alta_density';
