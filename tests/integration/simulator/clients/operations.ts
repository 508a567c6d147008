import type { Operation, Scene } from './client.ts';

const today = () =>
  new Date().toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' }).replaceAll('-', '');

/** Of 100 pesos to a consumer, class C. */
export const voucherOf = (number: number) => ({
  Concepto: 1,
  DocTipo: 99,
  DocNro: 0,
  CbteDesde: number,
  CbteHasta: number,
  CbteFch: today(),
  ImpTotal: 100,
  ImpTotConc: 0,
  ImpNeto: 100,
  ImpOpEx: 0,
  ImpTrib: 0,
  ImpIVA: 0,
  MonId: 'PES',
  MonCotiz: 1,
  CondicionIVAReceptorId: 5,
});

export const classC = 11;
export const classB = 6;
/** The last of a range that is authorized in class B at this point of sale before any client comes. */
export const known = { pointOfSale: 3, number: 4711 };
/** Nobody has this code, and the fortnight is long over. */
export const caea = '21064126523746';
export const fortnight = { Periodo: 202001, Orden: 1 };

const operation = (
  name: string,
  tells: RegExp,
  input: (scene: Scene) => Record<string, unknown> = () => ({}),
): Operation => ({ name, tells, input });

const header = (PtoVta: number) => ({ CantReg: 1, PtoVta, CbteTipo: classC });

export const operations: readonly Operation[] = [
  operation('FEDummy', /OK/),
  operation('FECAESolicitar', /\b\d{14}\b/, ({ pointOfSale }) => ({
    FeCAEReq: {
      FeCabReq: header(pointOfSale),
      FeDetReq: { FECAEDetRequest: [voucherOf(1)] },
    },
  })),
  operation('FECompUltimoAutorizado', /4711/, () => ({ PtoVta: known.pointOfSale, CbteTipo: classB })),
  operation('FECompConsultar', /\b\d{14}\b/, () => ({
    FeCompConsReq: { CbteTipo: classB, CbteNro: known.number, PtoVta: known.pointOfSale },
  })),
  operation('FECompTotXRequest', /250/),
  operation('FECAEASolicitar', /15006/, () => fortnight),
  operation('FECAEAConsultar', /602/, () => fortnight),
  operation('FECAEARegInformativo', /780/, ({ pointOfSale }) => ({
    FeCAEARegInfReq: {
      FeCabReq: header(pointOfSale),
      FeDetReq: { FECAEADetRequest: [{ ...voucherOf(2), CAEA: caea }] },
    },
  })),
  operation('FECAEASinMovimientoInformar', /1200/, () => ({ PtoVta: known.pointOfSale, CAEA: caea })),
  operation('FECAEASinMovimientoConsultar', /10102/, () => ({ CAEA: caea, PtoVta: known.pointOfSale })),
  operation('FEParamGetTiposCbte', /Nota de Crédito electrónica MiPyMEs \(FCE\) C/),
  operation('FEParamGetTiposConcepto', /Productos y Servicios/),
  operation('FEParamGetTiposDoc', /CI Tierra del Fuego/),
  operation('FEParamGetTiposIva', /10\.5%/),
  operation('FEParamGetTiposMonedas', /Güaraní/),
  operation('FEParamGetTiposOpcional', /Régimen de Promoción Industrial/),
  operation('FEParamGetTiposTributos', /Percepción de IVA a no Categorizado/),
  operation('FEParamGetTiposPaises', /ARGENTINA/),
  operation('FEParamGetPtosVenta', /CAE - Ri Iva/),
  operation('FEParamGetCotizacion', /1450/, () => ({ MonId: 'DOL' })),
  operation('FEParamGetActividades', /620100/),
  operation('FEParamGetCondicionIvaReceptor', /Consumidor Final/, () => ({ ClaseCmp: 'B' })),
];
