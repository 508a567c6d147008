import type { FaultParams, MessageCode } from '#lib/errors.ts';

/** A broken rule: a fault of the document before its path is turned into a JSON path. */
export interface Broken {
  code: MessageCode;
  path: (string | number)[];
  /** Follows the field's name: `is required`. */
  message: string;
  /** Other fields that may be the ones to correct. */
  others?: (string | number)[][] | undefined;
  /** Parameters of its message in messages/faults.*.json. */
  params?: FaultParams | undefined;
}

/** Code of a rule of GOBL's addon. */
export const goblRule = <Number extends string>(number: Number) =>
  `GOBL-AR-ARCA-BILL-INVOICE-${number}` as const;

/** Code of a rule of the authority (manual of WSFEv1, FECAESolicitar). */
export const arcaRule = (number: number) => `ARCA-${number}` as const;

/** Code of a rule of WSFEX, whose codes are other ones than WSFEv1's. */
export const exportRule = (number: number) => `ARCA-E${number}` as const;

export const broken = (
  code: MessageCode,
  path: (string | number)[],
  message: string,
  params?: FaultParams,
): Broken => ({ code, path, message, params });

export const tooLargeMessage = 'is too large: the authority accepts 13 digits before the point';
export const tooLarge = (path: (string | number)[]): Broken =>
  broken('amount-too-large', path, tooLargeMessage);
