import { dayOf, daysBetween } from '../dates.ts';
import { concepts } from '../tables/concepts.ts';
import { isListed } from '../tables/row.ts';
import { isCreditInvoice, isNote, type Rule } from './rule.ts';

const goods = 1;
const window = (range: string, of: string, gap = '  ') =>
  `Campo CbteFch Debe estar comprendido  en el  rango  ${range} siendo N la fecha de envio del pedido${gap}de autorizacion para ${of}`;
/** NaN, for what is no date, is out of every range. */
const isWithin = (days: number, before: number, after: number) => days >= -before && days <= after;

export const dateRules: Rule[] = [
  {
    code: 10030,
    message: 'El campo Concepto debe ser un valor devuelto por el metodo FEParamGetTiposConcepto.',
    breaks: ({ Concepto }) => !isListed(concepts, Concepto),
  },
  {
    // Verbatim of the wire, as that of notes on credit invoices is; the other two in its manner.
    code: 10016,
    message: window('N-5 y N+5', '1 - Productos'),
    breaks: ({ Concepto, CbteFch }, { type, today }) =>
      !isCreditInvoice(type) && Concepto === goods && !isWithin(daysBetween(today, CbteFch), 5, 5),
  },
  {
    code: 10016,
    message: window('N-10 y N+10', '2 - Servicios y 3 - Productos y Servicios'),
    breaks: ({ Concepto, CbteFch }, { type, today }) =>
      !isCreditInvoice(type) && Concepto !== goods && !isWithin(daysBetween(today, CbteFch), 10, 10),
  },
  {
    code: 10016,
    message: window('N-5 y N+1', 'comprobantes MiPyMEs (FCE)'),
    breaks: ({ CbteFch }, { type, today }) =>
      isCreditInvoice(type) && !isNote(type) && !isWithin(daysBetween(today, CbteFch), 5, 1),
  },
  {
    code: 10016,
    message: window('N-5 y N', 'Facturas de Credito del tipo Nota de Debito o Nota de Credito', ' '),
    breaks: ({ CbteFch }, { type, today }) =>
      isCreditInvoice(type) && isNote(type) && !isWithin(daysBetween(today, CbteFch), 5, 0),
  },
  {
    code: 10152,
    message: 'El mes de CbteFch debe coincidir con el mes de envio del pedido de autorizacion.',
    breaks: ({ Concepto, CbteFch }, { today }) =>
      Concepto === goods && CbteFch > today && CbteFch.slice(0, 6) !== today.slice(0, 6),
  },
  {
    code: 10049,
    message:
      'FchServDesde, FchServHasta y FchVtoPago son obligatorios para Concepto 2 y 3, con formato yyyymmdd.',
    breaks: ({ Concepto, FchServDesde, FchServHasta, FchVtoPago }) =>
      Concepto !== goods && [FchServDesde, FchServHasta, FchVtoPago].some((date) => !dayOf(date)),
  },
  {
    code: 10032,
    message: 'El campo FchServDesde no puede ser posterior al campo FchServHasta.',
    breaks: ({ FchServDesde, FchServHasta }) => daysBetween(FchServDesde, FchServHasta) < 0,
  },
  {
    code: 10036,
    message: 'El campo FchVtoPago no puede ser anterior a la fecha del comprobante.',
    breaks: ({ CbteFch, FchVtoPago }) => daysBetween(CbteFch, FchVtoPago) < 0,
  },
];
