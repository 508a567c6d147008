/** Lists are counted up to this; one more means more. */
export const maxCounted = 1_000;
