import type { Fault, FaultCode, FaultParams } from '#lib/errors.ts';

/** What a step, an obstacle or a fault has to say. Its words are made where it is read, in the reader's language. */
export interface CodedMessage {
  code: FaultCode;
  /** `why` tells apart what one code stands for; `own` is what the authority itself said. */
  params?: FaultParams;
  message?: undefined;
}

/** What rows hold of it: a sentence too, of a code without words, and where an earlier release wrote it. */
export type StoredMessage = CodedMessage | { code: string; params?: FaultParams; message: string };

/** A fault as rows hold it. */
export type StoredFault = StoredMessage & Pick<Fault, 'provider' | 'paths'>;
