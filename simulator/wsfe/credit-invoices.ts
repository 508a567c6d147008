import { dayOf } from '../dates.ts';
import { isCreditInvoice, isNote, type Rule, type RuleContext } from './rules.ts';
import { isListed, optionalData } from './tables.ts';
import type { Voucher } from './voucher.ts';

const cuit = 80;
const uncategorised = 23_000_000_000;
/** Optional data of credit invoices: CBU, alias, cancellation, transfer system. */
const [cbuId, aliasId, cancellationId, systemId] = ['2101', '2102', '22', '27'] as const;
const referenceId = '23';

const optional = ({ Opcionales }: Voucher, id: string) => Opcionales.find(({ Id }) => Id === id)?.Valor;
const hasOptional = (voucher: Voucher, ...ids: string[]) =>
  ids.some((id) => optional(voucher, id) !== undefined);

const ofInvoice =
  (breaks: Rule['breaks']): Rule['breaks'] =>
  (voucher, context) =>
    isCreditInvoice(context.type) && !isNote(context.type) && breaks(voucher, context);
const ofNote =
  (breaks: Rule['breaks']): Rule['breaks'] =>
  (voucher, context) =>
    isCreditInvoice(context.type) && isNote(context.type) && breaks(voucher, context);
const ofBoth =
  (breaks: Rule['breaks']): Rule['breaks'] =>
  (voucher, context) =>
    isCreditInvoice(context.type) && breaks(voucher, context);

const isCancelling = (voucher: Voucher) => optional(voucher, cancellationId) === 'S';

/** First type of the class: the invoice. Its debit note follows, then its credit note. */
const invoiceTypeOf = ({ id }: RuleContext['type']) => id - ((id - 201) % 5);

/** Types that a note may refer to, by whether it cancels a rejected document. */
function correctable(voucher: Voucher, { type }: RuleContext): number[] {
  const invoice = invoiceTypeOf(type);
  if (!isCancelling(voucher)) return [invoice];
  return type.kind === 'debit-note' ? [invoice + 2] : [invoice, invoice + 1];
}

const correctedIn = (voucher: Voucher, { register, cuit: issuer }: RuleContext) =>
  voucher.CbtesAsoc.map(({ Tipo, PtoVta, Nro, Cuit }) =>
    register.find({ cuit: Cuit || issuer, pointOfSale: PtoVta, documentType: Tipo }, Nro),
  );

/** Rules of credit invoices (FCE MiPyME) and of optional data (docs/authority.md#credit-invoices). */
export const creditInvoiceRules: Rule[] = [
  {
    code: 10053,
    message: 'El campo Id en Opcionales debe ser un valor devuelto por el metodo FEParamGetTiposOpcional.',
    breaks: ({ Opcionales }) => Opcionales.some(({ Id }) => !isListed(optionalData, Id)),
  },
  {
    code: 10055,
    message: 'El campo Valor en Opcionales es obligatorio.',
    breaks: ({ Opcionales }) => Opcionales.some(({ Valor }) => Valor === ''),
  },
  {
    code: 10169,
    message: 'Si el comprobante no es MiPyMEs (FCE) no informar los codigos 2101, 2102, 22, 27.',
    breaks: (voucher, { type }) =>
      !isCreditInvoice(type) && hasOptional(voucher, cbuId, aliasId, cancellationId, systemId),
  },
  {
    code: 10042,
    message: 'Para comprobantes MiPyMEs (FCE) el campo Desc en Tributo es obligatorio.',
    breaks: ofBoth(({ Tributos }) => Tributos.some(({ Desc }) => Desc === '')),
  },
  {
    code: 10015,
    message: 'Para comprobantes MiPyMEs (FCE) el documento del receptor debe ser 80 CUIT.',
    breaks: ofBoth(({ DocTipo }) => DocTipo !== cuit),
  },
  {
    code: 10178,
    message: 'Para comprobantes MiPyMEs (FCE) no se permite informar DocNro 23000000000 (No Categorizado).',
    breaks: ofBoth(({ DocNro }) => DocNro === uncategorised),
  },
  {
    code: 10180,
    message:
      'El receptor del comprobante debe corresponder a un contribuyente caracterizado como GRANDE o que opto por PYME.',
    breaks: ofBoth(
      ({ DocTipo, DocNro }, { taxpayerOf }) => DocTipo === cuit && taxpayerOf(DocNro)?.size !== 'GRANDE',
    ),
  },
  {
    code: 10162,
    message: 'Si el comprobante es MiPyMEs (FCE) es obligatorio informar Opcionales.',
    breaks: ofBoth(({ Opcionales }) => Opcionales.length === 0),
  },
  {
    code: 10163,
    message: 'Si el comprobante es Factura MiPyMEs (FCE) es obligatorio informar FchVtoPago.',
    breaks: ofInvoice(({ FchVtoPago }) => !dayOf(FchVtoPago)),
  },
  {
    code: 10164,
    message:
      'La fecha de vencimiento de pago FchVtoPago debe ser posterior o igual a la fecha de emision o fecha de presentacion, la que sea posterior.',
    breaks: ofInvoice(
      ({ FchVtoPago, CbteFch }, { today }) =>
        dayOf(FchVtoPago) !== undefined && (FchVtoPago < CbteFch || FchVtoPago < today),
    ),
  },
  {
    code: 10175,
    message: 'El campo FchVtoPago no debe informarse si NO es Factura de Credito.',
    breaks: ofNote((voucher) => voucher.FchVtoPago !== '' && !isCancelling(voucher)),
  },
  {
    code: 10168,
    message: 'Si el comprobante es Factura MiPyMEs (FCE) es obligatorio informar CBU.',
    breaks: ofInvoice((voucher) => !hasOptional(voucher, cbuId)),
  },
  {
    code: 10165,
    message: 'El valor correcto para el codigo 2101 es un CBU numerico de 22 caracteres.',
    breaks: ofBoth(
      (voucher) => hasOptional(voucher, cbuId) && !/^\d{22}$/.test(optional(voucher, cbuId) ?? ''),
    ),
  },
  {
    code: 10166,
    message: 'El valor correcto para el codigo 2102 es un ALIAS alfanumerico de 6 a 20 caracteres.',
    breaks: ofBoth(
      (voucher) => hasOptional(voucher, aliasId) && !/^[\w.-]{6,20}$/.test(optional(voucher, aliasId) ?? ''),
    ),
  },
  {
    code: 10216,
    message: 'Si el comprobante es Factura del tipo MiPyMEs es obligatorio informar Opcionales con id = 27.',
    breaks: ofInvoice((voucher) => !hasOptional(voucher, systemId)),
  },
  {
    code: 10215,
    message: 'Los valores posibles para el codigo 27 son SCA o ADC.',
    breaks: ofBoth(
      (voucher) =>
        hasOptional(voucher, systemId) && !['SCA', 'ADC'].includes(optional(voucher, systemId) ?? ''),
    ),
  },
  {
    code: 10171,
    message: 'Si el comprobante es Factura MiPyMEs (FCE) no informar Codigo de Anulacion.',
    breaks: ofInvoice((voucher) => hasOptional(voucher, cancellationId)),
  },
  {
    code: 10172,
    message: 'Si el comprobante es Debito o Credito MiPyMEs (FCE) no informar CBU, ALIAS y Transferencia.',
    breaks: ofNote((voucher) => hasOptional(voucher, cbuId, aliasId, systemId)),
  },
  {
    code: 10173,
    message: 'Si el comprobante es Debito o Credito MiPyMEs (FCE) informar Codigo de Anulacion.',
    breaks: ofNote((voucher) => !hasOptional(voucher, cancellationId)),
  },
  {
    code: 10167,
    message: 'El valor correcto para el codigo 22 es S o N.',
    breaks: ofBoth(
      (voucher) =>
        hasOptional(voucher, cancellationId) && !['S', 'N'].includes(optional(voucher, cancellationId) ?? ''),
    ),
  },
  {
    code: 10189,
    message: 'El codigo 23 - Referencia Comercial es alfanumerico de 50 caracteres como maximo.',
    breaks: ({ Opcionales }) => Opcionales.some(({ Id, Valor }) => Id === referenceId && Valor.length > 50),
  },
  {
    code: 10153,
    message:
      'Si el comprobante es Debito o Credito MiPyMEs (FCE) es obligatorio informar comprobantes asociados.',
    breaks: ofNote(({ CbtesAsoc }) => CbtesAsoc.length === 0),
  },
  {
    code: 10156,
    message:
      'Debito o Credito MiPyMEs (FCE) sin codigo de Anulacion debe asociar 1 comprobante tipo factura.',
    breaks: ofNote(({ CbtesAsoc }) => CbtesAsoc.length > 1),
  },
  {
    code: 10157,
    message:
      'Debito o Credito MiPyMEs (FCE) sin codigo de Anulacion solo puede asociar facturas de su clase.',
    breaks: ofNote(
      (voucher, context) =>
        !isCancelling(voucher) &&
        voucher.CbtesAsoc.some(({ Tipo }) => !correctable(voucher, context).includes(Tipo)),
    ),
  },
  {
    code: 10183,
    message:
      'Si el comprobante ES de anulacion, un debito asocia un credito y un credito asocia una factura o un debito.',
    breaks: ofNote(
      (voucher, context) =>
        isCancelling(voucher) &&
        voucher.CbtesAsoc.some(({ Tipo }) => !correctable(voucher, context).includes(Tipo)),
    ),
  },
  {
    code: 10158,
    message: 'Es obligatorio informar la fecha del comprobante asociado.',
    breaks: ofNote(({ CbtesAsoc }) => CbtesAsoc.some(({ CbteFch }) => CbteFch === '')),
  },
  {
    code: 10159,
    message:
      'La fecha del comprobante asociado tiene que ser igual o menor a la del comprobante que se autoriza.',
    breaks: ofNote(({ CbtesAsoc, CbteFch }) => CbtesAsoc.some((corrected) => corrected.CbteFch > CbteFch)),
  },
  {
    code: 10160,
    message: 'El comprobante asociado debe existir autorizado con la misma fecha informada.',
    breaks: ofNote((voucher, context) =>
      correctedIn(voucher, context).some(
        (corrected, index) => corrected?.voucher.CbteFch !== voucher.CbtesAsoc[index]?.CbteFch,
      ),
    ),
  },
  {
    code: 10181,
    message: 'El comprobante debe tener la misma moneda que el comprobante asociado o Pesos.',
    breaks: ofNote(
      (voucher, context) =>
        voucher.MonId !== 'PES' &&
        correctedIn(voucher, context).some(
          (corrected) => corrected !== undefined && corrected.voucher.MonId !== voucher.MonId,
        ),
    ),
  },
];
