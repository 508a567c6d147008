import type { FaultParams } from '#lib/errors.ts';

/** Message key of a fault: its code, followed by `why` if the code has several causes. */
export const faultKey = ({ code, params }: { code: string; params?: FaultParams }): string =>
  typeof params?.why === 'string' ? `${code}.${params.why}` : code;
