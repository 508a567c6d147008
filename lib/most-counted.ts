/** So far a list is counted: one more stands for all that is more. */
export const mostCounted = 1_000;
