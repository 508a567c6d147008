/** The authority's environments. A workspace has one; certificates of one are refused by the other. */
export const environments = ['sandbox', 'live'] as const;
export type Environment = (typeof environments)[number];
