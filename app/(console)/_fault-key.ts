import type { Fault } from '#lib/errors.ts';

/** The key of a fault's words: its code, and `why` where the code stands for several things. */
export const faultKey = ({ code, params }: Pick<Fault, 'code' | 'params'>): string =>
  typeof params?.why === 'string' ? `${code}.${params.why}` : code;
