import type { WsfeOperation } from './operation.ts';
import { feDummy } from './operations/dummy.ts';
import { feParamGetPtosVenta } from './operations/points-of-sale.ts';

/** What this WSFE can do; the WSDL and the routing are made of this list. */
export const operations: readonly WsfeOperation[] = [feDummy, feParamGetPtosVenta];
