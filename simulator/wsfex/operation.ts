import type { AsmxService } from '#simulator/soap/asmx.ts';
import type { XmlElement } from '#simulator/soap/xml.ts';
import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';

export const wsfex: AsmxService = {
  namespace: 'http://ar.gov.afip.dif.fexv1/',
  version: '5.0.1.0',
  banners: { sandbox: 'Homologacion-Ext - srext', live: 'Produccion - sre05' },
};

/** Issuer of a call, already checked against the token. Its CUIT is empty for an operation without Auth. */
export type Caller = { simulation: Simulation; environment: Environment; cuit: string };

export type WsfexCall = Caller & {
  /** Element of the operation in the request. */
  input: XmlElement;
};

/** Sent with HTTP 200 in `FEXErr`, one at a time (docs/authority.md#export-calls). */
export type WsfexError = { code: number; message: string };

/** XML of the values before `FEXErr`. */
export type WsfexResult = { values?: string; error?: WsfexError };

/** An operation of WSFEX v1. service.ts lists them all. */
export type WsfexOperation = {
  name: string;
  /** Type of `Auth`. Absent for an operation without credentials. */
  auth?: 'ClsFEXAuthRequest' | 'ClsFEX_LastCMP';
  /** Request elements after `Auth`, for the WSDL: `Name:type` declarations (soap/wsdl.ts). */
  request: string;
  /** Elements of `<name>Result`, before `FEXErr` and `FEXEvents`. */
  result: string;
  /** Other complex types used by the two above. */
  types?: string;
  /** Whether the answer ends in a line break after the envelope, as recorded of some operations. */
  endsInLineBreak?: true;
  run(call: WsfexCall): WsfexResult | Promise<WsfexResult>;
};
