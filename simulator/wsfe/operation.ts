import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import type { XmlElement } from '../soap/xml.ts';

export type WsfeCall = {
  simulation: Simulation;
  environment: Environment;
  /** The operation's element of the request. */
  input: XmlElement;
  /** The represented CUIT, already checked against the token; empty for an operation without Auth. */
  cuit: string;
};

/** One operation of WSFEv1. To add one: a file beside the others and a line in operations.ts. */
export type WsfeOperation = {
  name: string;
  needsAuth: boolean;
  /** XSD elements of the request after `Auth`, for the WSDL. */
  requestSchema: string;
  /** XSD elements of `<name>Result`, before `Errors` and `Events`. */
  resultSchema: string;
  /** Other complex types the two above refer to. */
  types: string;
  /** Values that stand beside the errors of its credentials. */
  beside?: string;
  /** Content of `<name>Result`. */
  run(call: WsfeCall): string | Promise<string>;
};
