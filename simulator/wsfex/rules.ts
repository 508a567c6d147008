import { fits } from '#simulator/amounts.ts';
import type { Environment } from '#simulator/environment.ts';
import type { PointOfSaleSystem } from '#simulator/records.ts';
import type { RegisteredTaxpayer } from '#simulator/registry/taxpayers.ts';
import { currencies, isListed, officialRate } from '#simulator/wsfe/tables.ts';
import { addDays, dayOf, workingDayBefore } from '../dates.ts';
import { isCountryCuit, isDestination } from './countries.ts';
import type { WsfexError } from './operation.ts';
import {
  exportTypes,
  goods,
  incoterms,
  invoice,
  issuable,
  languages,
  pesos,
  ratedCurrencies,
  services,
  writtenRate,
} from './tables.ts';
import type { ExportVoucher } from './voucher.ts';
import type { ExportRegister } from './voucher-register.ts';

export type RuleContext = {
  environment: Environment;
  /** CUIT of the issuer. */
  cuit: string;
  /** `yyyymmdd` in Argentina. */
  today: string;
  register: ExportRegister;
  /** Why the issuer may issue nothing. */
  issuerProblem?: string | undefined;
  /** In the registry of exporters. */
  isExporter: boolean;
  /** Whether the issuer may use the number in this service. */
  isPointOfSale(number: number): boolean;
  /** System of a point of sale of the issuer. Undefined if it is not listed. */
  systemOf(number: number): PointOfSaleSystem | undefined;
  /** Argentine taxpayer with this CUIT. */
  taxpayerOf(cuit: string): RegisteredTaxpayer | undefined;
};

/**
 * A check of FEXAuthorize. Codes and conditions are the manual's. Few texts were seen on the wire; the others are
 * modelled on them (docs/authority.md#export-invoices).
 */
export type Rule = {
  code: number;
  message: string | ((voucher: ExportVoucher, context: RuleContext) => string);
  breaks(voucher: ExportVoucher, context: RuleContext): boolean;
};

/** The first broken rule: the service returns one error at a time. */
export function firstBroken(
  rules: readonly Rule[],
  voucher: ExportVoucher,
  context: RuleContext,
): WsfexError | undefined {
  const rule = rules.find(({ breaks }) => breaks(voucher, context));
  if (!rule) return undefined;
  const { code, message } = rule;
  return { code, message: typeof message === 'string' ? message : message(voucher, context) };
}

export const isInvoice = ({ Cbte_Tipo }: ExportVoucher) => Cbte_Tipo === invoice;
export const isOfGoods = ({ Tipo_expo }: ExportVoucher) => Tipo_expo === goods;
export const isOfServices = ({ Tipo_expo }: ExportVoucher) => Tipo_expo === services;

const lastOf = ({ Cbte_Tipo, Punto_vta }: ExportVoucher, { cuit, register }: RuleContext) =>
  register.last({ cuit, pointOfSale: Punto_vta, documentType: Cbte_Tipo });

export const seriesRules: Rule[] = [
  {
    // The manual: errors without a code of their own are 1014, with their cause.
    code: 1014,
    message: (_voucher, { issuerProblem = '' }) => issuerProblem,
    breaks: (_voucher, { issuerProblem }) => issuerProblem !== undefined,
  },
  {
    code: 1530,
    message:
      'Campo Cbte_Tipo no se corresponde con alguno de los comprobantes habilitados. Recuerde que los valores son 19, 20 o 21',
    breaks: ({ Cbte_Tipo }) => !issuable.includes(Cbte_Tipo),
  },
  {
    code: 1510,
    message:
      "Campo Punto_vta no es valido o no esta dado de alta como punto de venta de 'Comprobantes de Exportación - Web Services'",
    breaks: ({ Punto_vta }, { isPointOfSale }) =>
      Punto_vta < 1 || Punto_vta > 99_998 || !isPointOfSale(Punto_vta),
  },
  {
    code: 1520,
    message: 'Campo Cbte_nro: Debe estar comprendido entre 1 y 99999999',
    breaks: ({ Cbte_nro }) => Cbte_nro < 1 || Cbte_nro > 99_999_999,
  },
  {
    code: 1540,
    message: 'Campo Tipo_expo: Los valores permitidos son 1, 2 o 4. Ver Metodo FEXGetPARAM_Tipo_Expo.',
    breaks: ({ Tipo_expo }) => !isListed(exportTypes, Tipo_expo),
  },
  {
    code: 1500,
    message: (_voucher, { today }) =>
      `Campo fecha_cbte: La fecha debe estar incluida en el periodo ${addDays(today, -5)} - ${addDays(today, 5)}`,
    breaks: ({ Fecha_cbte }, { today }) =>
      !dayOf(Fecha_cbte) || Fecha_cbte < addDays(today, -5) || Fecha_cbte > addDays(today, 5),
  },
  {
    code: 1500,
    message: 'Campo fecha_cbte: Para comprobantes de servicios no puede ser posterior al mes en curso',
    breaks: (voucher, { today }) =>
      isOfServices(voucher) && voucher.Fecha_cbte.slice(0, 6) > today.slice(0, 6),
  },
  {
    code: 1535,
    message: 'El numero de comprobante no se corresponde con el proximo a autorizar',
    breaks: (voucher, context) => voucher.Cbte_nro !== (lastOf(voucher, context)?.voucher.Cbte_nro ?? 0) + 1,
  },
  {
    code: 1535,
    message:
      'La fecha de comprobante ingresada debe ser mayor o igual a la del ultimo comprobante autorizado',
    breaks: (voucher, context) => voucher.Fecha_cbte < (lastOf(voucher, context)?.voucher.Fecha_cbte ?? ''),
  },
];

const isForeign = ({ Moneda_Id }: ExportVoucher) => Moneda_Id !== pesos;
const isCancelledInCurrency = ({ CanMisMonExt }: ExportVoucher) => CanMisMonExt === 'S';

/** Day whose closing rate an invoice must have: the working day before it, or before today if it is dated ahead. */
const rateDay = ({ Fecha_cbte }: ExportVoucher, { today }: RuleContext) =>
  workingDayBefore(Fecha_cbte < today ? Fecha_cbte : today);

/** `21/07/2021` */
const slashed = (day: string) => `${day.slice(6)}/${day.slice(4, 6)}/${day.slice(0, 4)}`;

/** In a recording 1667 came before anything about the permits (docs/authority.md#export-currencies). */
export const currencyRules: Rule[] = [
  {
    code: 1590,
    message: 'Campo Moneda_Id: Valor no permitido. Ver Metodo FEXGetPARAM_MON.',
    breaks: ({ Moneda_Id }) => !isListed(currencies, Moneda_Id),
  },
  {
    code: 1590,
    message: 'Campo Moneda_Id: La moneda no tiene cotizacion. Ver Metodo FEXGetPARAM_MON_CON_COTIZACION.',
    breaks: (voucher) =>
      isOfServices(voucher) &&
      isForeign(voucher) &&
      !ratedCurrencies.some(({ id }) => id === voucher.Moneda_Id),
  },
  {
    code: 1603,
    message: 'Si informa el campo CanMisMonExt, los valores posibles son S o N y no debe quedar vacío.',
    breaks: ({ CanMisMonExt }) => CanMisMonExt !== undefined && !['S', 'N'].includes(CanMisMonExt),
  },
  {
    code: 1605,
    message:
      'Si informa Tipo Cbte 19 y MonID = PES, o Tipo Cbte 20 y 21 el campo CanMisMonExt no debe informarse',
    breaks: (voucher) => voucher.CanMisMonExt !== undefined && !(isInvoice(voucher) && isForeign(voucher)),
  },
  {
    code: 1602,
    message:
      'El campo Moneda_ctz es obligatorio si no informa el campo CanMisMonExt con el valor S, y debe ser mayor a 0',
    breaks: (voucher) => !voucher.Moneda_ctz && !isCancelledInCurrency(voucher),
  },
  {
    code: 1601,
    message: 'Moneda_ctz deberá ser igual a 1 cuando de indique Moneda_Id = PES',
    breaks: (voucher) => !isForeign(voucher) && voucher.Moneda_ctz !== 1,
  },
  {
    code: 1600,
    message: 'Campo Moneda_ctz: Debe ser mayor a 0, hasta 4 enteros y 6 decimales',
    breaks: ({ Moneda_ctz = 0 }) => Moneda_ctz < 0 || !fits(Moneda_ctz, 4, 6),
  },
  {
    // Recorded in 2021, when the limits were 20 % and 100 %.
    code: 1667,
    message:
      'El tipo de cambio no podrá ser inferior al 2% ni superior en un 400% del que suministra AFIP como orientativo de acuerdo a la cotización oficial. Ver Metodo FEXGetPARAM_Ctz.',
    breaks: (voucher) => {
      const official = officialRate(voucher.Moneda_Id);
      if (official === undefined || !isForeign(voucher) || !voucher.Moneda_ctz) return false;
      return voucher.Moneda_ctz < official * 0.02 || voucher.Moneda_ctz > official * 4;
    },
  },
  {
    // "No podrá superar en 1": read as one peso, as WSFE's 10240 (docs/authority.md#foreign-currency).
    code: 1604,
    message:
      'Si informa el campo MonCotiz, el mismo no podrá superar en 1 a la cotización oficial. Ver Método FEXGetPARAM_Ctz',
    breaks: (voucher) => {
      const official = officialRate(voucher.Moneda_Id);
      return official !== undefined && isForeign(voucher) && (voucher.Moneda_ctz ?? 0) > official + 1;
    },
  },
  {
    // No code is published for a wrong rate with CanMisMonExt = S; an invoice for services must have the same rate.
    code: 2053,
    message: (voucher, context) =>
      `Cotizacion informada no valida. (FechaCot utilizada: ${slashed(rateDay(voucher, context))} - ` +
      `CotAduana: ${writtenRate(officialRate(voucher.Moneda_Id) ?? 0)} para este caso)`,
    breaks: (voucher) =>
      isInvoice(voucher) &&
      isForeign(voucher) &&
      (isOfServices(voucher) || isCancelledInCurrency(voucher)) &&
      voucher.Moneda_ctz !== undefined &&
      voucher.Moneda_ctz !== 0 &&
      voucher.Moneda_ctz !== officialRate(voucher.Moneda_Id),
  },
];

const isLonger = (text: string, length: number) => text.length > length;

/** Who buys, where, and how it is paid and delivered. */
export const saleRules: Rule[] = [
  {
    // Homologación does not check it.
    code: 1668,
    message: 'Para Tipo_expo = 1 el emisor debe estar registrado como exportador',
    breaks: (voucher, { environment, isExporter }) =>
      environment === 'live' && isOfGoods(voucher) && !isExporter,
  },
  {
    code: 1560,
    message: 'Campo Dst_cmp: Valor no permitido. Ver Metodo FEXGetPARAM_DST_pais.',
    breaks: ({ Dst_cmp }) => !isDestination(Dst_cmp),
  },
  {
    code: 1650,
    message: 'Campo Cliente: Obligatorio, no podrá estar vacío.',
    breaks: ({ Cliente }) => Cliente === '',
  },
  {
    code: 1651,
    message: 'Campo Cliente: La longitud máxima es de 200 caracteres',
    breaks: ({ Cliente }) => isLonger(Cliente, 200),
  },
  {
    code: 1660,
    message: 'Campo Domicilio_cliente: Obligatorio, no podrá estar vacío',
    breaks: ({ Domicilio_cliente }) => Domicilio_cliente === '',
  },
  {
    code: 1661,
    message: 'Campo Domicilio_cliente: La longitud máxima es de 300 caracteres',
    breaks: ({ Domicilio_cliente }) => isLonger(Domicilio_cliente, 300),
  },
  {
    code: 1580,
    message: 'Se deberá consignar al menos uno de los campos Cuit_pais_cliente e Id_impositivo',
    breaks: ({ Cuit_pais_cliente, Id_impositivo }) => Cuit_pais_cliente === '0' && Id_impositivo === '',
  },
  {
    // A customer in a free zone may have its own CUIT.
    code: 1570,
    message: 'Campo Cuit_pais_cliente: Valor no permitido. Ver Metodo FEXGetPARAM_DST_CUIT.',
    breaks: ({ Cuit_pais_cliente }, { taxpayerOf }) =>
      Cuit_pais_cliente !== '0' && !isCountryCuit(Cuit_pais_cliente) && !taxpayerOf(Cuit_pais_cliente),
  },
  {
    code: 1620,
    message: 'Campo Forma_pago: Obligatorio si el tipo de comprobante es 19',
    breaks: (voucher) => isInvoice(voucher) && voucher.Forma_pago === '',
  },
  {
    code: 1630,
    message: 'Campo Idioma_cbte: Los valores posibles son 1, 2 o 3. Ver Metodo FEXGetPARAM_Idiomas.',
    breaks: ({ Idioma_cbte }) => !isListed(languages, Idioma_cbte),
  },
  {
    code: 1640,
    message:
      'Campo Incoterms: Obligatorio si el tipo de comprobante es 19 y Tipo_expo = 1. Ver Metodo FEXGetPARAM_Incoterms.',
    breaks: (voucher) => {
      const isRequired = isInvoice(voucher) && isOfGoods(voucher);
      return voucher.Incoterms === '' ? isRequired : !isListed(incoterms, voucher.Incoterms);
    },
  },
  {
    code: 1641,
    message: 'Si informa el campo Incoterms_Ds, el campo Incoterms no puede estar vacío.',
    breaks: ({ Incoterms, Incoterms_Ds }) => Incoterms_Ds !== '' && Incoterms === '',
  },
  {
    code: 1642,
    message: 'Campo Incoterms_Ds: La longitud máxima es de 20 caracteres.',
    breaks: ({ Incoterms_Ds }) => isLonger(Incoterms_Ds, 20),
  },
  {
    code: 1665,
    message:
      'La longitud máxima del campo Obs es 1000 caracteres y la del campo Obs_comerciales es 4000 caracteres',
    breaks: ({ Obs, Obs_comerciales }) => isLonger(Obs, 1000) || isLonger(Obs_comerciales, 4000),
  },
  {
    code: 1671,
    message: 'Si informa fecha de pago debe tener formato válido YYYYMMDD.',
    breaks: ({ Fecha_pago }) => Fecha_pago !== '' && !dayOf(Fecha_pago),
  },
  {
    code: 1672,
    message:
      'Para facturas de exportacion (2 – Servicios / 4 - Otros) es obligatorio informar la fecha de pago',
    breaks: (voucher) => isInvoice(voucher) && !isOfGoods(voucher) && voucher.Fecha_pago === '',
  },
  {
    code: 1673,
    message:
      'Para comprobantes que no son del tipo 19 - Facturas de Exportación la fecha de pago no debe informarse.',
    breaks: (voucher) => !isInvoice(voucher) && voucher.Fecha_pago !== '',
  },
  {
    code: 1674,
    message: 'la fecha de pago debe ser igual o posterior a la fecha de emision del comprobante',
    breaks: (voucher) => isInvoice(voucher) && !isOfGoods(voucher) && voucher.Fecha_pago < voucher.Fecha_cbte,
  },
];
