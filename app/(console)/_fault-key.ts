import type { Fault } from '#lib/errors.ts';

/** Message key of a fault: its code, followed by `why` if the code has several causes. */
export const faultKey = ({ code, params }: Pick<Fault, 'code' | 'params'>): string =>
  typeof params?.why === 'string' ? `${code}.${params.why}` : code;
