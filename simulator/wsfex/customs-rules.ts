import { fits } from '#simulator/amounts.ts';
import { isListed } from '#simulator/wsfe/tables.ts';
import { associatedIn } from './associated-rules.ts';
import { isDestination } from './countries.ts';
import { isInvoice, isOfGoods, type Rule } from './rules.ts';
import { optionalData } from './tables.ts';
import type { ExportVoucher, Permit } from './voucher.ts';

/**
 * `99999AAXX999999A`: year, customs office, type, number, check letter. There is no register of permits here: every
 * one exists, for every destination, unless its number is 000000.
 */
export const isPermit = (id: string): boolean => /^\d{5}[A-Z]{2}[A-Z0-9]{2}(?!000000)\d{6}[A-Z]$/.test(id);

const permitsOf = ({ Permisos = [] }: ExportVoucher): Permit[] => Permisos;
const isOfInvoicedGoods = (voucher: ExportVoucher) => isInvoice(voucher) && isOfGoods(voucher);

/** Shipping permits. Only exports of goods have them; on a note they are optional. */
export const permitRules: Rule[] = [
  {
    // Seen in both environments, misspelled.
    code: 1550,
    message: 'Campo Permiso_existente madatorio: Debe ser S, N o vacio (debe enviarse tag)',
    breaks: ({ Permiso_existente }) => Permiso_existente === undefined,
  },
  {
    code: 1550,
    message: ({ Permiso_existente }) =>
      `Campo Permiso_existente:'${Permiso_existente}'. Debe ser S, N o vacio`,
    breaks: ({ Permiso_existente = '' }) => !['S', 'N', ''].includes(Permiso_existente),
  },
  {
    code: 1550,
    message: ({ Permiso_existente }) =>
      `Campo Permiso_existente:'${Permiso_existente}'. Debe ser 'vacio' para comprobantes 20 o 21 y Tipo_expo=2 o 4`,
    breaks: (voucher) => !isOfInvoicedGoods(voucher) && voucher.Permiso_existente !== '',
  },
  {
    code: 1550,
    message: "Campo Permiso_existente:''. Debe ser S o N para comprobantes 19 y Tipo_expo=1",
    breaks: (voucher) => isOfInvoicedGoods(voucher) && voucher.Permiso_existente === '',
  },
  {
    code: 1736,
    message: 'No es posible informar Permisos con Tipo_expo = 2 o 4.',
    breaks: (voucher) => !isOfGoods(voucher) && permitsOf(voucher).length > 0,
  },
  {
    code: 1720,
    message: 'Si envía Permisos, Permiso es obligatorio.',
    breaks: ({ Permisos }) => Permisos?.length === 0,
  },
  {
    code: 1720,
    message: 'Permisos es obligatorio para Tipo_expo = 1, Cbte_Tipo = 19 y Permiso_existente = S',
    breaks: (voucher) => voucher.Permiso_existente === 'S' && permitsOf(voucher).length === 0,
  },
  {
    code: 1720,
    message: 'Permisos no debe enviarse cuando Permiso_existente = N',
    breaks: (voucher) => voucher.Permiso_existente === 'N' && permitsOf(voucher).length > 0,
  },
  {
    code: 1730,
    message: 'Si informa Id_permiso debe informar Dst_merc, y si informa Dst_merc debe informar Id_permiso.',
    breaks: (voucher) =>
      permitsOf(voucher).some(({ Id_permiso, Dst_merc }) => Id_permiso === '' || Dst_merc === 0),
  },
  {
    code: 1740,
    message:
      'Campo Id_permiso: Debe ser un permiso válido, con formato 99999AAXX999999A. Ver Metodo FEXCheck_Permiso.',
    breaks: (voucher) => permitsOf(voucher).some(({ Id_permiso }) => !isPermit(Id_permiso)),
  },
  {
    code: 1740,
    message: 'La combinación de Id_permiso y Dst_merc no puede repetirse.',
    breaks: (voucher) => {
      const pairs = permitsOf(voucher).map(({ Id_permiso, Dst_merc }) => `${Id_permiso}/${Dst_merc}`);
      return new Set(pairs).size < pairs.length;
    },
  },
  {
    code: 1750,
    message:
      'Campo Dst_merc: Debe ser un país del permiso de embarque. Ver Metodos FEXGetPARAM_DST_pais y FEXCheck_Permiso.',
    breaks: (voucher) => permitsOf(voucher).some(({ Dst_merc }) => !isDestination(Dst_merc)),
  },
];

/** Optional data of a simplified export (Exporta Simple): its document, and its FOB value. */
const [documentId, fobId] = ['2401', '2402'] as const;
/** In dollars, by voucher (RG Conjunta 4458/2019). */
const largestFob = 15_000;

const optional = ({ Opcionales = [] }: ExportVoucher, id: string) =>
  Opcionales.find(({ Id }) => Id === id)?.Valor;
const fobOf = (voucher: ExportVoucher) => Number(optional(voucher, fobId) ?? 0);
const isSimplified = ({ Opcionales = [] }: ExportVoucher): boolean => Opcionales.length > 0;

const ofSimplified =
  (breaks: Rule['breaks']): Rule['breaks'] =>
  (voucher, context) =>
    isSimplified(voucher) && breaks(voucher, context);

/**
 * Not checked, because there is no register of these documents here: whether the document exists and has this FOB
 * value (2022, 2059, 2060), and what the exporter has left (2026, 2027, 2061).
 */
export const simplifiedExportRules: Rule[] = [
  {
    code: 2001,
    message: 'Si envía opcionales, opcional es obligatorio informarlo.',
    breaks: ({ Opcionales }) => Opcionales?.length === 0,
  },
  {
    code: 2002,
    message: 'Si envía opcionales, opcional es obligatorio y no debe estar vacío.',
    breaks: ({ Opcionales = [] }) => Opcionales.some(({ Id, Valor }) => Id === '' && Valor === ''),
  },
  {
    code: 2003,
    message:
      'El campo Id en Opcionales es obligatorio y debe ser alguno de los devueltos por el método FEXGetPARAM_Opcionales.',
    breaks: ({ Opcionales = [] }) => Opcionales.some(({ Id }) => !isListed(optionalData, Id)),
  },
  {
    code: 2004,
    message: 'El campo Id en Opcionales es obligatorio y no debe repetirse.',
    breaks: ({ Opcionales = [] }) => new Set(Opcionales.map(({ Id }) => Id)).size < Opcionales.length,
  },
  {
    code: 2005,
    message: 'Si envía opcionales con el identificador 2401, el campo valor es obligatorio informarlo.',
    breaks: (voucher) => optional(voucher, documentId) === '',
  },
  {
    // A document of ten characters is known, so eleven are read as the most.
    code: 2006,
    message:
      'Si envía opcionales con el identificador 2401, el campo valor debe contener el documento de exportación. Alfanumérico de 11 caracteres',
    breaks: (voucher) => !/^[A-Za-z0-9]{1,11}$/.test(optional(voucher, documentId) ?? 'x'),
  },
  {
    code: 2007,
    message: 'Si envía opcionales con el identificador 2402, el campo valor es obligatorio informarlo.',
    breaks: (voucher) => optional(voucher, fobId) === '',
  },
  {
    code: 2008,
    message:
      'Si envía opcionales con el identificador 2402, el campo valor debe representar al monto FOB. Se espera un numérico de 13 valores enteros y 2 decimales. Separador de decimales usar el punto.',
    breaks: (voucher) =>
      !/^\d+(\.\d+)?$/.test(optional(voucher, fobId) ?? '0') || !fits(fobOf(voucher), 13, 2),
  },
  {
    code: 2057,
    message:
      'Si el comprobante es 20 - Nota de Débito o 21 - Nota de Crédito e intenta autorizar un comprobante del tipo exportación simplificada no informar el documento de exportación simplificada',
    breaks: (voucher) => !isInvoice(voucher) && optional(voucher, documentId) !== undefined,
  },
  {
    code: 2058,
    message:
      'Si el comprobante es 20 - Nota de Débito o 21 - Nota de Crédito e intenta autorizar un comprobante del tipo exportación simplificada es obligatorio informar el monto FOB.',
    breaks: ofSimplified((voucher) => !isInvoice(voucher) && optional(voucher, fobId) === undefined),
  },
  {
    code: 2010,
    message:
      'Si informa opcionales para el régimen de exportación simplificada es obligatorio informar para 19 - Facturas el documento de exportación simplificada y el monto FOB.',
    breaks: ofSimplified(
      (voucher) =>
        isInvoice(voucher) &&
        (optional(voucher, documentId) === undefined || optional(voucher, fobId) === undefined),
    ),
  },
  {
    code: 2011,
    message:
      'Si informa opcionales para el régimen de exportación simplificada, solo se encuentra habilitada para el tipo de exportación 1 – PRODUCTO.',
    breaks: ofSimplified((voucher) => !isOfGoods(voucher)),
  },
  {
    code: 2016,
    message:
      'Si envía opcionales para el régimen de exportación simplificada, solo se permite moneda en DOLARES, Moneda_Id = DOL.',
    breaks: ofSimplified(({ Moneda_Id }) => Moneda_Id !== 'DOL'),
  },
  {
    code: 2056,
    message: 'Si envía opcionales para el régimen de exportación simplificada no informar Permisos',
    breaks: ofSimplified((voucher) => permitsOf(voucher).length > 0),
  },
  {
    code: 2020,
    message:
      'Si envía opcionales para el régimen de exportación simplificada e informa el monto FOB, el mismo no puede superar el monto máximo habilitado a informar por comprobante.',
    breaks: ofSimplified((voucher) => fobOf(voucher) > largestFob),
  },
  {
    code: 2021,
    message:
      'Si envía opcionales para el régimen de exportación simplificada e informa el monto FOB, el mismo no puede superar el monto total del comprobante.',
    breaks: ofSimplified((voucher) => fobOf(voucher) > voucher.Imp_total),
  },
  {
    code: 2028,
    message:
      'Si el comprobante es Nota de Crédito o Débito, de exportación simple, es obligatorio informar comprobantes asociados.',
    breaks: ofSimplified((voucher) => !isInvoice(voucher) && (voucher.Cmps_asoc ?? []).length === 0),
  },
  {
    code: 2029,
    message:
      'Si el comprobante es Nota de Crédito o Débito, de exportación simple, el comprobante asociado debe ser un comprobante de exportación simplificada Autorizado perteneciente al emisor.',
    breaks: ofSimplified(
      (voucher, context) =>
        !isInvoice(voucher) &&
        associatedIn(voucher, context).some(({ record }) => !record || !isSimplified(record.voucher)),
    ),
  },
  {
    code: 2023,
    message:
      'Si envía opcionales para el régimen de exportación simplificada y el comprobante es Nota de Crédito o Débito, el monto FOB debe ser menor o igual al monto FOB original.',
    breaks: ofSimplified(
      (voucher, context) =>
        !isInvoice(voucher) &&
        associatedIn(voucher, context).some(({ record }) => record && fobOf(voucher) > fobOf(record.voucher)),
    ),
  },
  {
    code: 2032,
    message:
      'Si el comprobante es 20 - Nota de Débito o 21 - Nota de Crédito de un comprobante del tipo exportación simplificada es obligatorio informar datos opcionales del tipo exportación simplificada.',
    breaks: (voucher, context) =>
      !isInvoice(voucher) &&
      !isSimplified(voucher) &&
      associatedIn(voucher, context).some(({ record }) => record && isSimplified(record.voucher)),
  },
];
