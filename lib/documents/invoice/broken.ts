import type { FaultCode, FaultParams } from '#lib/errors.ts';

/** A broken rule: a fault of the document before its path is written as a JSON path. */
export interface Broken {
  code: FaultCode;
  path: (string | number)[];
  /** Goes on from the field's name: `is required`. */
  message: string;
  /** What its words in messages/faults.*.json are made with. */
  params?: FaultParams | undefined;
}

/** The rules of the addon, as GOBL numbers them. */
export const goblRule = <Number extends string>(number: Number) =>
  `GOBL-AR-ARCA-BILL-INVOICE-${number}` as const;

/** The code with which the authority refuses what breaks this rule (manual of WSFEv1, FECAESolicitar). */
export const arcaRule = (number: number) => `ARCA-${number}` as const;

export const broken = (
  code: FaultCode,
  path: (string | number)[],
  message: string,
  params?: FaultParams,
): Broken => ({ code, path, message, params });

export const tooLargeMessage = 'is too large: the authority takes 13 digits before the point';
export const tooLarge = (path: (string | number)[]): Broken =>
  broken('amount-too-large', path, tooLargeMessage);
