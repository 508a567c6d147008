import { hasCuitForm, parseCuit } from '#simulator/cuit.ts';
import { officialRate } from '../tables/currencies.ts';
import { receiverDocuments } from '../tables/receiver-documents.ts';
import { isListed } from '../tables/row.ts';
import { vatStatuses } from '../tables/vat-statuses.ts';
import type { Voucher } from '../voucher.ts';
import { isCreditInvoice, type Rule, type RuleContext } from './rule.ts';

const cuit = 80;
const unidentified = 99;
const uncategorised = 23_000_000_000;
/** RG 5700/2025: the manual prints no amount (docs/authority.md#customers). */
const largestUnidentifiedPesos = 10_000_000;
/** RG 5616 by the manual's v4.8: homologación already rejects. */
const requiredInLiveSince = '20261201';

const isTaxNumber = (type: number) => [80, 86, 87].includes(type);
const requiresVatStatus = ({ environment, today }: RuleContext) =>
  environment === 'sandbox' || today >= requiredInLiveSince;
const isOfStatus = (id: number, ...statuses: number[]) => statuses.includes(id);

const namesCuit = ({ DocTipo, DocNro }: Voucher) => DocTipo === cuit && DocNro !== uncategorised;
const receiverOf = (voucher: Voucher, { taxpayerOf }: RuleContext) =>
  namesCuit(voucher) ? taxpayerOf(voucher.DocNro) : undefined;

/** Refused for its receiver, but for a credit note, which is authorized with a remark. */
const unwelcome: Rule[] = [
  {
    code: 10247,
    message: 'La CUIT receptora informada esta inactiva o es invalida.',
    breaks: (voucher, context) => {
      if (!namesCuit(voucher) || !hasCuitForm(voucher.DocNro)) return false;
      const receiver = receiverOf(voucher, context);
      return !parseCuit(voucher.DocNro) || receiver?.state === 'INACTIVO' || receiver?.isWithheld === true;
    },
  },
  {
    code: 10248,
    message:
      'La CUIT receptora se encuentra limitada por haber sido caracterizada como sujeto no confiable en materia de Seguridad Social.',
    breaks: (voucher, context) => receiverOf(voucher, context)?.isLimited === true,
  },
];
const isCredit = ({ type }: RuleContext) => type.kind === 'credit-note';
const onlyIf = (applies: (context: RuleContext) => boolean) => (rule: Rule) => ({
  ...rule,
  breaks: (voucher: Voucher, context: RuleContext) => applies(context) && rule.breaks(voucher, context),
});

/** From when, and from how many pesos on, a MiPyME bills a large company by FCE (docs/authority.md#credit-invoices). */
const creditInvoiceSince = '20260414';
const creditInvoicePesos = 5_549_862;
/** Invoices and receipts; notes follow what they correct. */
const ordinaryInvoices = [1, 4, 6, 9, 11, 15];

const isBetweenCategories = (voucher: Voucher, context: RuleContext): boolean =>
  ordinaryInvoices.includes(context.type.id) &&
  context.taxpayerOf(context.cuit)?.size === 'MIPYME' &&
  receiverOf(voucher, context)?.size === 'GRANDE' &&
  voucher.CbteFch >= creditInvoiceSince;
const pesosOf = ({ ImpTotal, MonId, MonCotiz }: Voucher) => ImpTotal * (MonCotiz || officialRate(MonId) || 1);

export const receiverRules: Rule[] = [
  {
    code: 10013,
    message: 'Para comprobantes clase A el campo DocTipo debe ser 80 (CUIT).',
    breaks: ({ DocTipo }, { type }) => type.class === 'A' && DocTipo !== cuit,
  },
  {
    code: 10015,
    message:
      'El campo DocTipo/DocNro es invalido. Consultar metodo FEParamGetTiposDoc. Los comprobantes que superen el monto establecido deben identificar al receptor.',
    breaks: (voucher, { type, taxpayerOf }) => {
      const { DocTipo, DocNro } = voucher;
      if (type.class === 'A') return false;
      if (!isListed(receiverDocuments, DocTipo)) return true;
      if (DocTipo === unidentified) {
        const isTooMuch = type.class === 'B' && pesosOf(voucher) >= largestUnidentifiedPesos;
        return DocNro !== 0 || isTooMuch || isCreditInvoice(type);
      }
      if (DocNro === uncategorised) return DocTipo !== cuit;
      return DocNro === 0 || (isTaxNumber(DocTipo) && !taxpayerOf(DocNro));
    },
  },
  {
    code: 10067,
    message:
      'Para comprobantes B con DocTipo 80 y DocNro 23000000000 (No Categorizado) ImpTrib debe ser mayor a 0.',
    breaks: ({ DocTipo, DocNro, ImpTrib }, { type }) =>
      type.class === 'B' && DocTipo === cuit && DocNro === uncategorised && ImpTrib <= 0,
  },
  {
    code: 10069,
    message: 'El campo DocNro no puede ser igual al del emisor.',
    breaks: ({ DocTipo, DocNro }, context) => isTaxNumber(DocTipo) && String(DocNro) === context.cuit,
  },
  {
    code: 10242,
    message:
      'El campo Condicion Frente al IVA del receptor no es un valor permitido. Consular metodo FEParamGetCondicionIvaReceptor',
    breaks: ({ CondicionIVAReceptorId: id }) => id !== 0 && !vatStatuses.some((status) => status.id === id),
  },
  {
    code: 10243,
    message:
      'El campo Condicion Frente al IVA del receptor no es valido para la clase de comprobante informado. Consular metodo FEParamGetCondicionIvaReceptor',
    breaks: ({ CondicionIVAReceptorId: id }, { type }) => {
      const status = vatStatuses.find((listed) => listed.id === id);
      return status !== undefined && !status.classes.includes(type.class);
    },
  },
  {
    code: 10246,
    message:
      'Campo Condicion Frente al IVA del receptor es obligatorio conforme a lo reglamentado por la Resolucion General Nro 5616. Para mas informacion consular metodo FEParamGetCondicionIvaReceptor',
    breaks: ({ CondicionIVAReceptorId: id }, context) => id === 0 && requiresVatStatus(context),
  },
  ...unwelcome.map(onlyIf((context) => !isCredit(context))),
  {
    code: 10284,
    message:
      'El numero de documento receptor informado no corresponde al Tipo de Documento receptor indicado (CUIT).',
    breaks: (voucher) => namesCuit(voucher) && !hasCuitForm(voucher.DocNro),
  },
  {
    // As users report it from the wire.
    code: 10192,
    message: '1 - No es un comprobante valido bajo el Regimen de la Ley n° 27.440',
    breaks: (voucher, context) =>
      isBetweenCategories(voucher, context) && pesosOf(voucher) >= creditInvoicePesos,
  },
];

/** Said of an authorized voucher. */
export const receiverObservations: Rule[] = [
  {
    code: 10217,
    message:
      'El credito fiscal discriminado en el presente comprobante solo podra ser computado a efectos del Procedimiento permanente de transicion al Regimen General.',
    breaks: ({ CondicionIVAReceptorId: id }, { type }) => type.class === 'A' && isOfStatus(id, 6, 13, 16),
  },
  {
    code: 10238,
    message: 'La CUIT receptora ingresada no existe.',
    breaks: (voucher, context) =>
      context.type.class === 'A' && namesCuit(voucher) && receiverOf(voucher, context) === undefined,
  },
  {
    // Of a smaller amount: by the categories alone, which the manual's words are about.
    code: 10188,
    message:
      'Por la categorizacion de las CUITs emisora y receptora, se deberia realizar una factura de credito electronica.',
    breaks: isBetweenCategories,
  },
  ...unwelcome.map(onlyIf(isCredit)),
  {
    code: 10245,
    message:
      'El campo Condicion Frente al IVA del receptor resultara obligatorio conforme lo reglamentado por la Resolucion General Nro 5616. Para mas informacion consular metodo FEParamGetCondicionIvaReceptor',
    breaks: ({ CondicionIVAReceptorId: id }, context) => id === 0 && !requiresVatStatus(context),
  },
];
