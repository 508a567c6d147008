import type { RunningSimulator } from '#tests/support/simulator.ts';
import type { Holder } from '../applicant.ts';

/** Where a client calls the operations of WSFE in the sandbox. */
export interface Scene {
  simulator: RunningSimulator;
  holder: Holder;
  /** Of the holder, for clients that take one. */
  ticket: { token: string; sign: string };
  folder: string;
  /** Of the client's own: nothing was authorized there. */
  pointOfSale: number;
}

export interface Operation {
  name: string;
  /** By the names of the WSDL, without Auth. */
  input(scene: Scene): Record<string, unknown>;
  /** Is in what any client makes of the answer. */
  tells: RegExp;
}

/** Gives what a client makes of an answer, or of the errors in it, as text. */
export type Ask = (operation: Operation) => Promise<string>;

/** One that others wrote against the real service. */
export interface Client {
  name: string;
  /** Operations that it does not have. */
  lacks: readonly string[];
  /** Whether this machine has what runs it. */
  isThere: boolean;
  /** What it makes of an answer, where that is not what all others do. */
  tells?: Readonly<Record<string, RegExp>>;
  open(scene: Scene): Promise<Ask>;
}
