import type { RunningSimulator } from '#tests/support/simulator.ts';
import type { Holder } from '../applicant.ts';

type Service = 'wsfe' | 'wsfex';

/** A service in the sandbox, with all that a client needs to call its operations. */
export interface Scene {
  service: Service;
  /** The issuer. */
  cuit: string;
  operations: readonly Operation[];
  simulator: RunningSimulator;
  holder: Holder;
  /** For the service, for clients that take one. */
  ticket: { token: string; sign: string };
  folder: string;
  /** Of the client's own: nothing was authorized there. */
  pointOfSale: number;
}

export const addressOf = ({ simulator, service }: Scene) =>
  `${simulator.url}/sandbox/${service}v1/service.asmx`;

export interface Operation {
  /** Name in the WSDL; several calls of one operation add what they ask for. */
  title: string;
  name: string;
  /** By the names of the WSDL. The credentials are added to Auth. */
  input(scene: Scene): Record<string, unknown>;
  /** Is in what any client makes of the answer. */
  tells: RegExp;
}

/** Gives what a client makes of an answer, or of the errors in it, as text. */
export type Ask = (operation: Operation) => Promise<string>;

/** One that others wrote against the real service. */
export interface Client {
  name: string;
  /** Operations that it does not have, by name. */
  lacks: readonly string[];
  /** Whether this machine has what runs it. */
  isThere: boolean;
  /** Patterns accepted besides an operation's `tells`, by the operation's name. */
  orTells?: Readonly<Record<string, RegExp>>;
  open(scene: Scene): Promise<Ask>;
}
