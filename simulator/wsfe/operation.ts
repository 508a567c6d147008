import type { AsmxService } from '#simulator/soap/asmx.ts';
import type { XmlElement } from '#simulator/soap/xml.ts';
import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';

export const wsfe: AsmxService = {
  namespace: 'http://ar.gov.afip.dif.FEV1/',
  version: '7.0.0.53',
  banners: { sandbox: 'HomologacionExterno - srt', live: 'Produccion - sr4' },
};

export type WsfeCall = {
  simulation: Simulation;
  environment: Environment;
  /** Element of the operation in the request. */
  input: XmlElement;
  /** Represented CUIT, already checked against the token. Empty for an operation without Auth. */
  cuit: string;
};

/** XML of the values, and the messages for `Errors`. */
export type WsfeResult = { values?: string; errors?: WsfeMessage[] };

/** An operation of WSFEv1. service.ts lists them all. */
export type WsfeOperation = {
  name: string;
  needsAuth: boolean;
  /** Request elements after `Auth`, for the WSDL: `Name:type` declarations (soap/wsdl.ts). */
  request: string;
  /** Elements of `<name>Result`, before `Errors` and `Events`. */
  result: string;
  /** Whether `Events` comes before `Errors`, as in responses to authorization requests. */
  eventsFirst?: true;
  /** Other complex types used by the two above. */
  types?: string;
  /** Values returned along with an error of the credentials. */
  beside?(input: XmlElement): string;
  run(call: WsfeCall): WsfeResult | Promise<WsfeResult>;
};

/**
 * Message sent with HTTP 200, in `Errors`, `Observaciones` or `Events` (docs/authority.md#invoicing-calls).
 */
export type WsfeMessage = { code: number; message: string };
