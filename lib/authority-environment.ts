/** The authority's two worlds. A property of the workspace; certificates of one are refused by the other. */
export const environments = ['sandbox', 'live'] as const;
export type Environment = (typeof environments)[number];
