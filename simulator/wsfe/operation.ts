import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import type { XmlElement } from '../soap/xml.ts';
import type { WsfeMessage } from './errors.ts';

export type WsfeCall = {
  simulation: Simulation;
  environment: Environment;
  /** The operation's element of the request. */
  input: XmlElement;
  /** The represented CUIT, already checked against the token; empty for an operation without Auth. */
  cuit: string;
};

/** XML of the values, and what goes into `Errors`. */
export type WsfeResult = { values?: string; errors?: WsfeMessage[] };

/** One operation of WSFEv1. To add one: a file beside the others and a line in operations.ts. */
export type WsfeOperation = {
  name: string;
  needsAuth: boolean;
  /** Elements of the request after `Auth`, for the WSDL: `Name:type` declarations (schemas.ts). */
  request: string;
  /** Elements of `<name>Result`, before `Errors` and `Events`. */
  result: string;
  /** The order of those two where an authorization is asked for. */
  eventsFirst?: true;
  /** Other complex types the two above refer to. */
  types?: string;
  /** Values that stand beside the errors of its credentials. */
  beside?(input: XmlElement): string;
  run(call: WsfeCall): WsfeResult | Promise<WsfeResult>;
};
