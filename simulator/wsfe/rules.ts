import { hasCuitForm, parseCuit } from '#simulator/cuit.ts';
import type { Environment } from '#simulator/environment.ts';
import type { PointOfSaleSystem } from '#simulator/records.ts';
import { emissionTypes, pointsOfSaleOf } from '#simulator/registry/points-of-sale.ts';
import type { RegisteredTaxpayer } from '#simulator/registry/taxpayers.ts';
import { testCompanies } from '#simulator/test-companies.ts';
import type { WsfeCall, WsfeMessage } from './operation.ts';
import {
  currencies,
  type DocumentType,
  documentTypeOf,
  isListed,
  officialRate,
  receiverDocuments,
  vatStatuses,
} from './tables.ts';
import type { Lot, Voucher } from './voucher.ts';
import type { VoucherRegister } from './voucher-register.ts';

export type RuleContext = {
  environment: Environment;
  /** CUIT of the issuer. */
  cuit: string;
  type: DocumentType;
  /** `yyyymmdd` in Argentina. */
  today: string;
  register: VoucherRegister;
  /** System of the point of sale. Absent in the sandbox, which accepts any number. */
  system?: PointOfSaleSystem | undefined;
  /** Taxpayer registered under a number. Undefined if there is none. */
  taxpayerOf(cuit: number | string): RegisteredTaxpayer | undefined;
};

/**
 * A check of FECAESolicitar. Codes and conditions are the manual's. For most texts only the rule is public,
 * so they are modelled on those seen on the wire (docs/authority.md#texts-of-errors).
 */
export type Rule = {
  code: number;
  message: string;
  breaks(voucher: Voucher, context: RuleContext): boolean;
};

/** Debit and credit notes of A and B, whose VAT may have no base. */
export const isLooseNote = ({ id }: DocumentType) => [2, 3, 7, 8, 52, 53].includes(id);
export const isNote = ({ kind }: DocumentType) => kind === 'debit-note' || kind === 'credit-note';
export const isCreditInvoice = ({ id }: DocumentType) => id >= 201 && id <= 213;

const pesos = 'PES';

export const currencyRules: Rule[] = [
  {
    code: 10037,
    message: 'El campo MonId debe ser un valor devuelto por el metodo FEParamGetTiposMonedas.',
    breaks: ({ MonId }) => !isListed(currencies, MonId),
  },
  {
    code: 10239,
    message: 'El campo CanMisMonExt debe ser S o N.',
    breaks: ({ CanMisMonExt }) => !['', 'S', 'N'].includes(CanMisMonExt),
  },
  {
    code: 10241,
    message: 'Si informa MonId = PES, el campo CanMisMonExt no debe informarse o informarse con el valor N.',
    breaks: ({ MonId, CanMisMonExt }) => MonId === pesos && CanMisMonExt === 'S',
  },
  {
    code: 10039,
    message: 'El campo MonCotiz es obligatorio e igual a 1 cuando se trate de MonId = PES.',
    breaks: ({ MonId, MonCotiz }) => MonId === pesos && MonCotiz !== 1,
  },
  {
    code: 10038,
    message:
      'El campo MonCotiz es obligatorio y debe ser mayor a 0. Si CanMisMonExt = S debe coincidir con la cotizacion del dia habil anterior.',
    breaks: ({ MonId, MonCotiz, CanMisMonExt }) => {
      if (CanMisMonExt === 'S') return MonCotiz !== 0 && MonCotiz !== officialRate(MonId);
      return MonCotiz <= 0;
    },
  },
  {
    code: 10119,
    message: 'El campo MonCotiz no puede ser inferior al 2% ni superior al 400% de la cotizacion oficial.',
    breaks: ({ MonId, MonCotiz }) => {
      const official = officialRate(MonId);
      if (official === undefined || MonId === pesos || MonCotiz <= 0) return false;
      return MonCotiz < official * 0.02 || MonCotiz > official * 4;
    },
  },
  {
    // "No podra superar en 1": read as one peso (docs/authority.md#foreign-currency).
    code: 10240,
    message:
      'Si informa el campo MonCotiz, el mismo no podra superar en 1 a la cotizacion oficial. Ver metodo FEParamGetCotizacion.',
    breaks: ({ MonId, MonCotiz }) => {
      const official = officialRate(MonId);
      return official !== undefined && MonId !== pesos && MonCotiz > official + 1;
    },
  },
];

/** Errors that refuse the whole request: `Errors`, and no verdict on its vouchers (manual, example 3). */
export function headerErrors(
  call: WsfeCall,
  { registers, pointOfSale, documentType, vouchers }: Lot,
): WsfeMessage[] {
  const checks: [broken: boolean, code: number, message: string][] = [
    [registers < 1 || registers > 9998, 10001, 'El campo CantReg debe estar comprendido entre 1 y 9998.'],
    [
      registers !== vouchers.length,
      10002,
      'No coincide la cantidad de registros informados en CantReg con la cantidad de registros de FECAEDetRequest.',
    ],
    [
      vouchers.length > (documentType >= 201 && documentType <= 213 ? 1 : call.simulation.lots.vouchers),
      10003,
      'La cantidad de registros supera el maximo permitido. Consultar metodo FECompTotXRequest.',
    ],
    [
      pointOfSale < 1 || pointOfSale > 99_998,
      10004,
      'El campo PtoVta debe estar comprendido entre 1 y 99998.',
    ],
    [
      !isPointOfSale(call, pointOfSale) || isOfOtherStatus(systemOf(call, pointOfSale), documentType),
      10005,
      'El punto de venta informado debe estar dado de alta y ser del tipo RECE.',
    ],
    [
      !documentTypeOf(documentType),
      10007,
      'El campo CbteTipo es invalido. Consultar metodo FEParamGetTiposCbte.',
    ],
  ];
  return checks.filter(([broken]) => broken).map(([, code, message]) => ({ code, message }));
}

/** In homologación any number is accepted, listed or not (docs/authority.md#points-of-sale). */
export function isPointOfSale({ simulation, environment, cuit }: WsfeCall, number: number): boolean {
  if (testCompanies[cuit]?.hasNoPointOfSale) return false;
  if (environment === 'sandbox') return true;
  return pointsOfSaleOf(simulation, environment, cuit).some(
    (registered) => registered.number === number && emissionTypes[registered.system] !== undefined,
  );
}

/** Undefined in homologación. */
export const systemOf = ({ simulation, environment, cuit }: WsfeCall, number: number) =>
  environment === 'sandbox'
    ? undefined
    : pointsOfSaleOf(simulation, environment, cuit).find((point) => point.number === number)?.system;

/** RECE is for taxpayers registered for VAT, and so for classes A and B. */
const isOfOtherStatus = (system: PointOfSaleSystem | undefined, documentType: number): boolean =>
  (system === 'MONOTRIBUTO' || system === 'EXENTO') &&
  ['A', 'B'].includes(documentTypeOf(documentType)?.class ?? '');

export const pointOfSaleRules: Rule[] = [
  {
    code: 10096,
    message:
      'Para comprobantes tipo C de un contribuyente exento el punto de venta debe ser del tipo COMPROBANTES - EXENTO EN IVA - WEB SERVICES.',
    breaks: (_voucher, { type, cuit, system, taxpayerOf }) =>
      type.class === 'C' &&
      system !== undefined &&
      system !== 'EXENTO' &&
      taxpayerOf(cuit)?.vatStatus === 'exempt',
  },
];

const cuit = 80;
const unidentified = 99;
const uncategorised = 23_000_000_000;
/** RG 5700/2025. The manual prints no amount (docs/authority.md#customers). */
const largestUnidentifiedPesos = 10_000_000;
/** RG 5616, according to version 4.8 of the manual. Homologación already rejects vouchers without it. */
const requiredInLiveSince = '20261201';

const isTaxNumber = (type: number) => [80, 86, 87].includes(type);
const requiresVatStatus = ({ environment, today }: RuleContext) =>
  environment === 'sandbox' || today >= requiredInLiveSince;
const isOfStatus = (id: number, ...statuses: number[]) => statuses.includes(id);

const namesCuit = ({ DocTipo, DocNro }: Voucher) => DocTipo === cuit && DocNro !== uncategorised;
const receiverOf = (voucher: Voucher, { taxpayerOf }: RuleContext) =>
  namesCuit(voucher) ? taxpayerOf(voucher.DocNro) : undefined;

/** Receivers that are refused. A credit note for one is authorized with an observation. */
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

/** Date and pesos from which a MiPyME must bill a large company by FCE (docs/authority.md#credit-invoices). */
export const creditInvoiceSince = '20260414';
export const creditInvoicePesos = 5_549_862;
/** Invoices and receipts; notes follow the document they correct. */
const ordinaryInvoices = [1, 4, 6, 9, 11, 15];

const isBetweenCategories = (voucher: Voucher, context: RuleContext): boolean =>
  ordinaryInvoices.includes(context.type.id) &&
  context.taxpayerOf(context.cuit)?.size === 'MIPYME' &&
  receiverOf(voucher, context)?.size === 'GRANDE' &&
  voucher.CbteFch >= creditInvoiceSince;
const pesosOf = ({ ImpTotal, MonId, MonCotiz }: Voucher) => ImpTotal * (MonCotiz || officialRate(MonId) || 1);

/** RG 2126/2006. Without any other tax it is a refusal, otherwise an observation. */
const perceptionMissing =
  'Falta informar en la seccion Otros Tributos el tributo con ID = 13 - Percepcion de IVA No Categorizado segun la RG 2126/2006.';
const lacksPerception = (
  { DocTipo, DocNro, ImpNeto, ImpIVA, Tributos }: Voucher,
  { type }: RuleContext,
): boolean =>
  [6, 7, 8].includes(type.id) &&
  DocTipo === cuit &&
  DocNro === uncategorised &&
  ImpNeto + ImpIVA > 0 &&
  !Tributos.some(({ Id, Importe }) => Id === 13 && Importe > 0);

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
    message: perceptionMissing,
    breaks: (voucher, context) => lacksPerception(voucher, context) && voucher.ImpTrib === 0,
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
    // Text as users report it.
    code: 10192,
    message: '1 - No es un comprobante valido bajo el Regimen de la Ley n° 27.440',
    breaks: (voucher, context) =>
      isBetweenCategories(voucher, context) && pesosOf(voucher) >= creditInvoicePesos,
  },
];

/** Observations on an authorized voucher. */
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
    // Observed at amounts below that of 10192, because the manual's text names only the categories.
    code: 10188,
    message:
      'Por la categorizacion de las CUITs emisora y receptora, se deberia realizar una factura de credito electronica.',
    breaks: isBetweenCategories,
  },
  ...unwelcome.map(onlyIf(isCredit)),
  {
    code: 10283,
    message: perceptionMissing,
    breaks: (voucher, context) => lacksPerception(voucher, context) && voucher.ImpTrib > 0,
  },
  {
    code: 10245,
    message:
      'El campo Condicion Frente al IVA del receptor resultara obligatorio conforme lo reglamentado por la Resolucion General Nro 5616. Para mas informacion consular metodo FEParamGetCondicionIvaReceptor',
    breaks: ({ CondicionIVAReceptorId: id }, context) => id === 0 && !requiresVatStatus(context),
  },
];
