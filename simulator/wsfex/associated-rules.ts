import type { ExportRecord } from '#simulator/records.ts';
import { isInvoice, isOfServices, type Rule, type RuleContext } from './rules.ts';
import { creditNote, debitNote, invoice, issuable, pesos, writtenRate } from './tables.ts';
import type { AssociatedVoucher, ExportVoucher } from './voucher.ts';

/** Delivery notes of several trades. There is no register of them here: every one exists (1818 to 1823). */
const deliveryNotes = [88, 89, 91, 993, 994];

const listed = ({ Cmps_asoc = [] }: ExportVoucher): AssociatedVoucher[] => Cmps_asoc;
const vouchersIn = (voucher: ExportVoucher) =>
  listed(voucher).filter(({ Cbte_tipo }) => issuable.includes(Cbte_tipo));
const countOf = (voucher: ExportVoucher, type: number) =>
  listed(voucher).filter(({ Cbte_tipo }) => Cbte_tipo === type).length;

/** Associated vouchers of this service, each with its record if it was authorized here. */
export const associatedIn = (voucher: ExportVoucher, { cuit, register }: RuleContext) =>
  vouchersIn(voucher).map((associated) => ({
    ...associated,
    record: register.find(
      { cuit, pointOfSale: associated.Cbte_punto_vta, documentType: associated.Cbte_tipo },
      associated.Cbte_nro,
    ),
  }));

const isServiceNote = (voucher: ExportVoucher, type?: number) =>
  isOfServices(voucher) && !isInvoice(voucher) && (type === undefined || voucher.Cbte_Tipo === type);

/** Breaks if a note for services does not fit its associated voucher. */
const ofServices = (
  code: number,
  message: string,
  breaks: (voucher: ExportVoucher, corrected: ExportRecord, context: RuleContext) => boolean,
): Rule => ({
  code,
  message,
  breaks: (voucher, context) =>
    isServiceNote(voucher) &&
    associatedIn(voucher, context).some(({ record }) => record && breaks(voucher, record, context)),
});

/**
 * In homologación a point of sale counts as one of this service once it has a voucher, because it has no list. Vouchers
 * of a point of sale that is not electronic are not checked.
 */
function isUnauthorised(
  { Cbte_punto_vta, record }: ReturnType<typeof associatedIn>[number],
  { environment, cuit, register, systemOf }: RuleContext,
): boolean {
  const system = systemOf(Cbte_punto_vta);
  if (environment === 'live' && system !== undefined && system !== 'FEEWS') return system !== 'ONLINE';
  const isElectronic =
    system === 'FEEWS' ||
    issuable.some((documentType) => register.last({ cuit, pointOfSale: Cbte_punto_vta, documentType }));
  return isElectronic && !record;
}

export const associatedRules: Rule[] = [
  {
    code: 1820,
    message: 'Si envía Cmps_asoc, Cmp_asoc es obligatorio',
    breaks: ({ Cmps_asoc }) => Cmps_asoc?.length === 0,
  },
  {
    code: 1670,
    message:
      'Si informa alguno de los campos Cbte_tipo, Cbte_punto_vta y Cbte_nro de un comprobante asociado, ninguno debe estar vacío',
    breaks: (voucher) =>
      listed(voucher).some(({ Cbte_tipo, Cbte_punto_vta, Cbte_nro }) =>
        [Cbte_tipo, Cbte_punto_vta, Cbte_nro].includes(0),
      ),
  },
  {
    code: 1680,
    message:
      'Campo Cbte_tipo: Los comprobantes que pueden asociarse son 19, 20, 21, 88, 89, 91, 993 y 994. Ver Metodo FEXGetPARAM_Cbte_Tipo.',
    breaks: (voucher) =>
      listed(voucher).some(({ Cbte_tipo }) => ![...issuable, ...deliveryNotes].includes(Cbte_tipo)),
  },
  {
    code: 1690,
    message: 'Campo Cbte_punto_vta: Debe estar comprendido entre 1 y 99998',
    breaks: (voucher) =>
      listed(voucher).some(({ Cbte_punto_vta }) => Cbte_punto_vta < 1 || Cbte_punto_vta > 99_998),
  },
  {
    code: 1700,
    message: 'Campo Cbte_nro: Debe estar comprendido entre 1 y 999999999',
    breaks: (voucher) => listed(voucher).some(({ Cbte_nro }) => Cbte_nro < 1 || Cbte_nro > 999_999_999),
  },
  {
    code: 2031,
    message:
      'Si el tipo de comprobante asociado es distinto a 88 u 89, el campo Cbte_cuit no puede ser distinto al emisor del comprobante que se solicita autorización.',
    breaks: (voucher, { cuit }) =>
      listed(voucher).some(
        ({ Cbte_tipo, Cbte_cuit }) =>
          ![88, 89].includes(Cbte_tipo) && Cbte_cuit !== '0' && Cbte_cuit !== cuit,
      ),
  },
  {
    code: 1755,
    message:
      'No se pueden informar comprobantes asociados cuando el tipo de comprobante a autorizar es 19 (Factura E), excepto que los mismos sean del tipo 89, 88, 91, 993, 994',
    breaks: (voucher) => isInvoice(voucher) && vouchersIn(voucher).length > 0,
  },
  {
    code: 2047,
    message:
      'Si esta autorizando una N.D. o N.C. comprobante de Servicio (Tipo=2), el campo Cmp.Cmps_asoc es de caracter obligatorio.',
    breaks: (voucher) => isServiceNote(voucher) && vouchersIn(voucher).length === 0,
  },
  {
    code: 2041,
    message:
      'Si esta autorizando una N.D. de Servicio (Tipo_expo=2), el comprobante asociado no puede ser del tipo Nota de Debito (Cmp.Cmps_asoc).',
    breaks: (voucher) => isServiceNote(voucher, debitNote) && countOf(voucher, debitNote) > 0,
  },
  {
    code: 2042,
    message:
      'Si esta autorizando una N.D. de Servicio (Tipo_expo=2), el comprobante asociado no puede ser del tipo Nota de Credito (Cmp.Cmps_asoc).',
    breaks: (voucher) => isServiceNote(voucher, debitNote) && countOf(voucher, creditNote) > 0,
  },
  {
    code: 2040,
    message:
      'Si esta autorizando una N.D. de Servicio (Tipo_expo=2), no se puede asociar mas de una Factura como comprobante asociado (Cmp.Cmps_asoc).',
    breaks: (voucher) => isServiceNote(voucher, debitNote) && countOf(voucher, invoice) > 1,
  },
  {
    code: 2045,
    message:
      'Si esta autorizando una N.C. de Servicio (Tipo_expo=2), el comprobante asociado no puede ser del tipo Nota de Credito (Cmp.Cmps_asoc).',
    breaks: (voucher) => isServiceNote(voucher, creditNote) && countOf(voucher, creditNote) > 0,
  },
  {
    code: 2046,
    message:
      'Si esta autorizando una N.C. de Servicio (Tipo_expo=2), no puede ingresar como comprobantes asociados una Factura mas una Nota de Debito (Cmp.Cmps_asoc). Ingrese uno y solo uno de los tipos de comprobantes.',
    breaks: (voucher) =>
      isServiceNote(voucher, creditNote) && countOf(voucher, invoice) > 0 && countOf(voucher, debitNote) > 0,
  },
  {
    code: 2043,
    message:
      'Si esta autorizando una N.C. de Servicio (Tipo_expo=2), no se puede asociar mas de una Factura como comprobante asociado (Cmp.Cmps_asoc).',
    breaks: (voucher) => isServiceNote(voucher, creditNote) && countOf(voucher, invoice) > 1,
  },
  {
    code: 2044,
    message:
      'Si esta autorizando una N.C. de Servicio (Tipo_expo=2), no se puede asociar mas de una Nota de Debito como comprobante asociado (Cmp.Cmps_asoc).',
    breaks: (voucher) => isServiceNote(voucher, creditNote) && countOf(voucher, debitNote) > 1,
  },
  {
    code: 1754,
    message: 'No se puede informar más de 1 comprobante asociado, excepto que los mismos sean 88 u 89.',
    breaks: (voucher) => vouchersIn(voucher).length > 1,
  },
  {
    code: 2048,
    message:
      'Si esta autorizando un comprobante de Servicio (Tipo_expo=2), el comprobante asociado debe ser electrónico y existir en las bases del organismo (ARCA).',
    breaks: (voucher, context) =>
      isServiceNote(voucher) && associatedIn(voucher, context).some(({ record }) => !record),
  },
  {
    code: 1749,
    message:
      'El punto de venta del comprobante asociado debe corresponder a Comprobantes de Exportación, y el comprobante debe estar autorizado.',
    breaks: (voucher, context) =>
      associatedIn(voucher, context).some((associated) => isUnauthorised(associated, context)),
  },
  ofServices(
    2049,
    'Si esta autorizando un comprobante de Servicio (Tipo_expo=2), el comprobante asociado tambien debe ser de Servicio.',
    (_voucher, corrected) => !isOfServices(corrected.voucher),
  ),
  ofServices(
    2050,
    'Si esta autorizando un comprobante de Servicio (Tipo_expo=2), el pais de destino debe ser el mismo que el comprobante asociado.',
    (voucher, corrected) => voucher.Dst_cmp !== corrected.voucher.Dst_cmp,
  ),
  ofServices(
    2051,
    'Si esta autorizando un comprobante de Servicio (Tipo_expo=2), la moneda debe ser la misma que el comprobante asociado o emitirse en PESOS.',
    ({ Moneda_Id }, corrected) => Moneda_Id !== pesos && Moneda_Id !== corrected.voucher.Moneda_Id,
  ),
  ofServices(
    2052,
    'Si esta autorizando un comprobante de Servicio (Tipo_expo=2), la fecha del comprobante debe ser igual o posterior a la fecha del comprobante asociado.',
    ({ Fecha_cbte }, corrected) => Fecha_cbte < corrected.voucher.Fecha_cbte,
  ),
  ofServices(
    2055,
    'Para comprobante de Servicio (Tipo_expo=2), la Nota de Debito asociada que informa debe tener una FACTURA (Cbte_tipo=19) de servicio (Tipo_expo=2) asociada.',
    (_voucher, corrected, context) =>
      corrected.documentType === debitNote &&
      !associatedIn(corrected.voucher, context).some(
        ({ Cbte_tipo, record }) => Cbte_tipo === invoice && record && isOfServices(record.voucher),
      ),
  ),
  {
    // The rate of the corrected document, not that of the day.
    code: 2053,
    message: (voucher, context) => {
      const [corrected] = associatedIn(voucher, context);
      const rate = writtenRate(corrected?.record?.voucher.Moneda_ctz ?? 0);
      return `Cotizacion informada no valida. Debe ser la del comprobante asociado: ${rate}`;
    },
    breaks: (voucher, context) =>
      isServiceNote(voucher) &&
      voucher.Moneda_Id !== pesos &&
      associatedIn(voucher, context).some(
        ({ record }) => record && record.voucher.Moneda_ctz !== voucher.Moneda_ctz,
      ),
  },
];
