import type { Fault, FaultParams } from '#lib/errors.ts';
import type es from '#messages/faults.es.json';

/** A code that has words: those of the catalogue, and whatever the authority answers. */
export type FaultCode = keyof typeof es | `ARCA-${number}`;

/** What a step, an obstacle or a fault has to say. Its words are made where it is read, in the reader's language. */
export interface Said {
  code: FaultCode;
  /** `why` tells apart what one code stands for; `own` is what the authority itself said. */
  params?: FaultParams;
  message?: undefined;
}

/** What rows hold of it: a sentence too, of a code without words, and where an earlier release wrote it. */
export type StoredSaying = Said | { code: string; params?: FaultParams; message: string };

/** A fault as rows hold it. */
export type StoredFault = StoredSaying & Pick<Fault, 'provider' | 'paths'>;
