import type { WsfeOperation } from './operation.ts';
import { feCaeaConsultar, feCaeaSolicitar } from './operations/caea.ts';
import {
  feCaeaRegInformativo,
  feCaeaSinMovimientoConsultar,
  feCaeaSinMovimientoInformar,
} from './operations/caea-reports.ts';
import { feCompConsultar } from './operations/consultation.ts';
import { feDummy } from './operations/dummy.ts';
import { feCompUltimoAutorizado } from './operations/last-authorised.ts';
import { feParamGetActividades, feParamGetTiposPaises, parameterTables } from './operations/parameters.ts';
import { feParamGetPtosVenta } from './operations/points-of-sale.ts';
import {
  feCompTotXRequest,
  feParamGetCondicionIvaReceptor,
  feParamGetCotizacion,
} from './operations/rates-and-limits.ts';
import { feCaeSolicitar } from './operations/request-authorisation.ts';

/** The 22 of WSFE; the WSDL and the routing are made of this list. */
export const operations: readonly WsfeOperation[] = [
  feDummy,
  feCaeSolicitar,
  feCompUltimoAutorizado,
  feCompConsultar,
  feCompTotXRequest,
  feParamGetPtosVenta,
  ...parameterTables,
  feParamGetCotizacion,
  feParamGetCondicionIvaReceptor,
  feParamGetTiposPaises,
  feParamGetActividades,
  feCaeaSolicitar,
  feCaeaConsultar,
  feCaeaRegInformativo,
  feCaeaSinMovimientoInformar,
  feCaeaSinMovimientoConsultar,
];
