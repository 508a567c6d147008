import { company } from '../applicant.ts';
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

const classC = 11;
export const classB = 6;
/** The last of a range that is authorized in class B at this point of sale before any client comes. */
export const known = { pointOfSale: 3, number: 4711 };
/** Nobody has this code, and the fortnight is long over. */
export const caea = '21064126523746';
export const fortnight = { Periodo: 202001, Orden: 1 };

/** @param title the operation's name, and after it what is asked for */
const operation = (
  title: string,
  tells: RegExp,
  input: (scene: Scene) => Record<string, unknown> = () => ({}),
): Operation => ({ title, name: title.replace(/ .*/, ''), tells, input });

const header = (PtoVta: number) => ({ CantReg: 1, PtoVta, CbteTipo: classC });

/** A company that must receive credit invoices. */
const large = 30_090_000_116;
/** A credit invoice of six million pesos to a large company, which pays into the account. */
const creditInvoice = {
  ...voucherOf(1),
  DocTipo: 80,
  DocNro: large,
  ImpTotal: 6_000_000,
  ImpNeto: 6_000_000,
  FchVtoPago: today(),
  CondicionIVAReceptorId: 1,
  Opcionales: {
    Opcional: [
      { Id: '2101', Valor: '0110599520000001235579' },
      { Id: '27', Valor: 'SCA' },
    ],
  },
};
const withVat = () => ({
  ...creditInvoice,
  ImpTotal: 7_260_000,
  ImpIVA: 1_260_000,
  Iva: { AlicIva: [{ Id: 5, BaseImp: 6_000_000, Importe: 1_260_000 }] },
});
const exempt = () => ({ ...withVat(), CondicionIVAReceptorId: 4 });
const wrong = () => ({ ...withVat(), CbteDesde: 2, CbteHasta: 2, ImpTotal: 9_000_000 });
const voucherB = () => ({
  ...voucherOf(1),
  ImpTotal: 121,
  ImpIVA: 21,
  Iva: { AlicIva: [{ Id: 5, BaseImp: 100, Importe: 21 }] },
});
/** A credit note for a part of the credit invoice of class A. */
const creditNoteOf = (PtoVta: number) => {
  const { FchVtoPago: _due, ...note } = creditInvoice;
  return {
    ...note,
    ImpTotal: 121,
    ImpNeto: 100,
    ImpIVA: 21,
    Iva: { AlicIva: [{ Id: 5, BaseImp: 100, Importe: 21 }] },
    CbtesAsoc: { CbteAsoc: [{ Tipo: 201, PtoVta, Nro: 1, Cuit: company, CbteFch: today() }] },
    Opcionales: { Opcional: [{ Id: '22', Valor: 'N' }] },
  };
};
const authorisation =
  (CbteTipo: number, detailOf: (pointOfSale: number) => Record<string, unknown>) =>
  ({ pointOfSale: PtoVta }: Scene) => ({
    FeCAEReq: {
      FeCabReq: { CantReg: 1, PtoVta, CbteTipo },
      FeDetReq: { FECAEDetRequest: [detailOf(PtoVta)] },
    },
  });

/** Homologación's begin so here. The instant of the processing has fourteen digits too. */
const cae = /\b7\d{13}\b/;

export const domestic: readonly Operation[] = [
  operation('FEDummy', /OK/),
  operation('FECAESolicitar', cae, authorisation(classB, voucherB)),
  operation('FECAESolicitar of a credit invoice of class A', cae, authorisation(201, withVat)),
  operation('FECAESolicitar of a credit invoice of class B', cae, authorisation(206, exempt)),
  operation('FECAESolicitar of a credit note of class A', cae, authorisation(203, creditNoteOf)),
  operation('FECAESolicitar of a wrong total', /10048/, authorisation(201, wrong)),
  operation('FECompUltimoAutorizado', /4711/, () => ({ PtoVta: known.pointOfSale, CbteTipo: classB })),
  operation('FECompConsultar', cae, () => ({
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

/** Operations of an issuer that is not registered for VAT. */
export const inClassC: readonly Operation[] = [
  operation(
    'FECAESolicitar',
    cae,
    authorisation(classC, () => voucherOf(1)),
  ),
  operation(
    'FECAESolicitar of a credit invoice',
    cae,
    authorisation(211, () => creditInvoice),
  ),
];

const item = { Pro_codigo: 'A1', Pro_ds: 'Software', Pro_qty: 10, Pro_umed: 7, Pro_precio_uni: 20 };
/** An export of services for 200 dollars to a company in the United States. */
export const exportOf = (Punto_vta: number, Cbte_nro: number, Id: number) => ({
  Id,
  Fecha_cbte: today(),
  Cbte_Tipo: 19,
  Punto_vta,
  Cbte_nro,
  Tipo_expo: 2,
  Permiso_existente: '',
  Dst_cmp: 212,
  Cliente: 'Acme Inc.',
  Cuit_pais_cliente: 55_000_002_126,
  Domicilio_cliente: '1 Main St, Springfield',
  Moneda_Id: 'DOL',
  Moneda_ctz: 1450,
  Imp_total: 200,
  Forma_pago: 'Transferencia',
  Idioma_cbte: 2,
  Items: { Item: [{ ...item, Pro_bonificacion: 0, Pro_total_item: 200 }] },
  Fecha_pago: today(),
});
const goodsOf = (pointOfSale: number, number: number, id: number) => {
  const { Fecha_pago: _due, Permiso_existente: _permit, ...goods } = exportOf(pointOfSale, number, id);
  const Permisos = { Permiso: [{ Id_permiso: '26001EC01000123A', Dst_merc: 212 }] };
  return { ...goods, Tipo_expo: 1, Permiso_existente: 'S', Permisos, Incoterms: 'FOB' };
};
/** A credit note for half of the goods. */
const exportNoteOf = (pointOfSale: number, id: number) => {
  const { Fecha_pago: _due, Forma_pago: _payment, ...note } = exportOf(pointOfSale, 1, id);
  return {
    ...note,
    Cbte_Tipo: 21,
    Tipo_expo: 1,
    Imp_total: 100,
    Cmps_asoc: {
      Cmp_asoc: [{ Cbte_tipo: 19, Cbte_punto_vta: pointOfSale, Cbte_nro: 2, Cbte_cuit: company }],
    },
    Items: { Item: [{ ...item, Pro_qty: 5, Pro_bonificacion: 0, Pro_total_item: 100 }] },
  };
};

/** The last export before any client comes, its request's `Id`, and the one point of sale that is listed. */
export const knownExport = { number: 37, id: 888_888_888_888_888, listed: 4242 };

export const abroad: readonly Operation[] = [
  operation('FEXDummy', /OK/),
  operation('FEXAuthorize of services', cae, ({ pointOfSale }) => ({
    Cmp: exportOf(pointOfSale, 1, pointOfSale * 10),
  })),
  operation('FEXAuthorize of goods with a permit', cae, ({ pointOfSale }) => ({
    Cmp: goodsOf(pointOfSale, 2, pointOfSale * 10 + 1),
  })),
  operation('FEXAuthorize of a credit note', cae, ({ pointOfSale }) => ({
    Cmp: exportNoteOf(pointOfSale, pointOfSale * 10 + 2),
  })),
  operation('FEXAuthorize of a wrong total', /1610/, ({ pointOfSale }) => ({
    Cmp: { ...exportOf(pointOfSale, 3, pointOfSale * 10 + 3), Imp_total: 1 },
  })),
  operation('FEXGetCMP', cae, () => ({
    Cmp: { Cbte_tipo: 19, Punto_vta: known.pointOfSale, Cbte_nro: knownExport.number },
  })),
  operation('FEXGetCMP of a number that is not there', /1020/, () => ({
    Cmp: { Cbte_tipo: 19, Punto_vta: known.pointOfSale, Cbte_nro: knownExport.number + 1 },
  })),
  operation('FEXGetLast_CMP', /\b37\b/, () => ({ Auth: { Pto_venta: known.pointOfSale, Cbte_Tipo: 19 } })),
  operation('FEXGetLast_ID', /888888888888888/),
  operation('FEXGetPARAM_Cbte_Tipo', /Facturas de Exportación/),
  operation('FEXGetPARAM_Tipo_Expo', /Exportación definitiva de Bienes/),
  operation('FEXGetPARAM_Incoterms', /FOB/),
  operation('FEXGetPARAM_Idiomas', /Portugués/),
  operation('FEXGetPARAM_UMed', /docenas/),
  operation('FEXGetPARAM_DST_pais', /BRASIL/),
  operation('FEXGetPARAM_DST_CUIT', /URUGUAY - Persona Física/),
  operation('FEXGetPARAM_MON', /Dólar Estadounidense/),
  operation('FEXGetPARAM_MON_CON_COTIZACION', /1450\.0000/, () => ({ Fecha_CTZ: today() })),
  operation('FEXGetPARAM_Ctz', /1450/, () => ({ Mon_id: 'DOL' })),
  operation('FEXGetPARAM_PtoVenta', /4242/),
  operation('FEXGetPARAM_Opcionales', /2401/),
  operation('FEXGetPARAM_Actividades', /620100/),
  operation('FEXCheck_Permiso', /Status"?: ?"?OK/, () => ({ ID_Permiso: '26001EC01000123A', Dst_merc: 212 })),
];
