/** The authority's environments. Each workspace uses one. Each environment refuses the other's certificates. */
export const environments = ['sandbox', 'live'] as const;
export type Environment = (typeof environments)[number];
