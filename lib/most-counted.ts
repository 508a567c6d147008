/** Lists are counted up to this; one more means more. */
export const mostCounted = 1_000;
