import type { DocumentType } from '../tables/document-types.ts';
import type { Voucher } from '../voucher.ts';
import { isCreditInvoice, isNote, type Rule, type RuleContext } from './rule.ts';

const legend = [51, 52, 53, 54];
/** What each type may refer to; invoices may refer to delivery notes only, which this authority does not keep. */
function correctableBy({ id, class: letter }: DocumentType): number[] {
  if (id > 200) return Array.from({ length: 13 }, (_, index) => 201 + index);
  if (legend.includes(id)) return [...legend, 88, 991];
  if (letter === 'A') return [1, 2, 3, 4, 5, 34, 39, 60, 63, 88, 991];
  if (letter === 'B') return [6, 7, 8, 9, 10, 35, 40, 61, 64, 88, 991];
  return [11, 12, 13, 15];
}
const deliveryNotes = [88, 91, 990, 991, 993, 994, 995];

export const correctionRules: Rule[] = [
  {
    code: 10040,
    message: 'El tipo de comprobante asociado no se corresponde con el comprobante a autorizar.',
    breaks: ({ CbtesAsoc }, { type }) =>
      CbtesAsoc.some(({ Tipo }) => !(isNote(type) ? correctableBy(type) : deliveryNotes).includes(Tipo)),
  },
  {
    code: 10059,
    message: 'De enviarse el tag CbteAsoc deben enviarse Tipo, PtoVta y Nro mayores a 0.',
    breaks: ({ CbtesAsoc }) =>
      CbtesAsoc.some(({ Tipo, PtoVta, Nro }) => Math.min(Tipo, PtoVta, Nro) <= 0 || PtoVta > 99_998),
  },
  {
    code: 10060,
    message: 'De enviarse el tag CbteAsoc, los comprobantes no deben repetirse.',
    breaks: ({ CbtesAsoc }) =>
      new Set(CbtesAsoc.map(({ Tipo, PtoVta, Nro }) => `${Tipo}/${PtoVta}/${Nro}`)).size < CbtesAsoc.length,
  },
  {
    code: 10151,
    message: 'El campo Cuit en CbteAsoc debe ser un valor de 11 caracteres numericos.',
    breaks: ({ CbtesAsoc }) => CbtesAsoc.some(({ Cuit }) => Cuit !== '' && !/^\d{11}$/.test(Cuit)),
  },
  {
    code: 10197,
    message: 'Si el comprobante es Debito o Credito, enviar estructura CbteAsoc o PeriodoAsoc.',
    breaks: ({ CbtesAsoc, PeriodoAsoc }, { type }) =>
      isNote(type) && !isCreditInvoice(type) && CbtesAsoc.length === 0 && !PeriodoAsoc,
  },
  {
    code: 10198,
    message: 'Si el comprobante es Factura no enviar estructura PeriodoAsoc.',
    breaks: ({ PeriodoAsoc }, { type }) => type.kind === 'invoice' && PeriodoAsoc !== undefined,
  },
  {
    code: 10210,
    message:
      'El comprobante asociado tiene una fecha posterior a la del comprobante a autorizar y no es del mismo mes.',
    breaks: (voucher, context) =>
      correctedIn(voucher, context).some(
        (corrected) =>
          corrected !== undefined &&
          corrected.voucher.CbteFch > voucher.CbteFch &&
          corrected.voucher.CbteFch.slice(0, 6) !== voucher.CbteFch.slice(0, 6),
      ),
  },
];

export const correctionObservations: Rule[] = [
  {
    code: 10041,
    message: 'El comprobante asociado no se encuentra registrado en las bases de esta Administracion.',
    breaks: (voucher, context) =>
      isNote(context.type) && correctedIn(voucher, context).some((corrected) => corrected === undefined),
  },
  {
    code: 10237,
    message: 'El importe de la nota de credito supera el monto del comprobante asociado.',
    breaks: (voucher, context) =>
      context.type.kind === 'credit-note' &&
      correctedIn(voucher, context).some((corrected) => {
        return corrected !== undefined && voucher.ImpTotal > corrected.voucher.ImpTotal;
      }),
  },
];

function correctedIn({ CbtesAsoc }: Voucher, { register, cuit }: RuleContext) {
  return CbtesAsoc.map(({ Tipo, PtoVta, Nro, Cuit }) =>
    register.find({ cuit: Cuit || cuit, pointOfSale: PtoVta, documentType: Tipo }, Nro),
  );
}
