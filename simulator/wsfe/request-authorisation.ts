import { setTimeout as wait } from 'node:timers/promises';
import type { VoucherRecord } from '#simulator/records.ts';
import { elements } from '#simulator/soap/asmx.ts';
import { isClose, sum } from '../amounts.ts';
import { addDays, compactDay, compactMoment, dayOf, daysBetween } from '../dates.ts';
import { lookUpTaxpayer } from '../registry/register.ts';
import { testCompanies } from '../test-companies.ts';
import { creditInvoiceRules } from './credit-invoices.ts';
import { issuerErrors } from './issuer.ts';
import type { WsfeCall, WsfeMessage, WsfeOperation } from './operation.ts';
import {
  currencyRules,
  headerErrors,
  isCreditInvoice,
  isLooseNote,
  isNote,
  pointOfSaleRules,
  type Rule,
  type RuleContext,
  receiverObservations,
  receiverRules,
  systemOf,
} from './rules.ts';
import { authorisationTypes } from './schemas.ts';
import {
  concepts,
  type DocumentType,
  documentTypeOf,
  isListed,
  officialRate,
  otherTaxes,
  vatFractionOf,
} from './tables.ts';
import { type Lot, observationsXml, readLot, type Voucher } from './voucher.ts';
import type { Series } from './voucher-register.ts';

export const feCaeSolicitar: WsfeOperation = {
  name: 'FECAESolicitar',
  needsAuth: true,
  request: 'FeCAEReq:FECAERequest',
  result: 'FeCabResp:FECAECabResponse FeDetResp:ArrayOfFECAEDetResponse',
  eventsFirst: true,
  types: authorisationTypes,
  async run(call) {
    const lot = readLot(call.input);
    const authorisation = await authorise(call, lot);
    if (authorisation.kind === 'busy') {
      const message = 'Error interno de base de datos - Autorizador CAE - Transacción Activa';
      return { errors: [{ code: 502, message }] };
    }
    const values = headerXml(call, lot, authorisation) + detailsXml(authorisation);
    return { values, errors: authorisation.errors };
  },
};

type Answered = Exclude<Authorisation, { kind: 'busy' }>;

function headerXml({ simulation, cuit }: WsfeCall, lot: Lot, authorisation: Answered): string {
  const header = elements({
    Cuit: cuit,
    PtoVta: lot.pointOfSale,
    CbteTipo: lot.documentType,
    FchProceso: compactMoment(simulation.clock.now()),
    CantReg: lot.vouchers.length,
    Resultado: authorisation.kind === 'judged' ? resultOf(authorisation.verdicts) : 'R',
    Reproceso: 'N',
  });
  return `<FeCabResp>${header}</FeCabResp>`;
}

/** A, R, or P if only a part was authorized. */
function resultOf(verdicts: Verdict[]): 'A' | 'R' | 'P' {
  const authorised = verdicts.filter(({ record }) => record).length;
  if (authorised === verdicts.length) return 'A';
  return authorised === 0 ? 'R' : 'P';
}

function detailsXml(authorisation: Answered): string {
  if (authorisation.kind === 'refused') return '';
  return `<FeDetResp>${authorisation.verdicts.map(verdictXml).join('')}</FeDetResp>`;
}

function verdictXml(verdict: Verdict): string {
  const { Concepto, DocTipo, DocNro, CbteDesde, CbteHasta, CbteFch } = verdict.voucher;
  const Resultado = verdict.record ? 'A' : 'R';
  const observations = verdict.record ? verdict.record.observations : verdict.reasons;
  const cae = verdict.record
    ? elements({ CAE: verdict.record.cae, CAEFchVto: verdict.record.caeExpiry })
    : '<CAE /><CAEFchVto />';
  const voucher = elements({ Concepto, DocTipo, DocNro, CbteDesde, CbteHasta, CbteFch, Resultado });
  return `<FECAEDetResponse>${voucher}${observationsXml(observations)}${cae}</FECAEDetResponse>`;
}

export const numberRules: Rule[] = [
  {
    code: 10008,
    message: 'Los campos CbteDesde y CbteHasta deben estar comprendidos entre 1 y 99999999.',
    breaks: ({ CbteDesde, CbteHasta }) =>
      [CbteDesde, CbteHasta].some((number) => number < 1 || number > 99_999_999),
  },
  {
    code: 10011,
    message: 'El campo CbteHasta debe ser mayor o igual a CbteDesde.',
    breaks: ({ CbteDesde, CbteHasta }) => CbteHasta < CbteDesde,
  },
  {
    code: 10012,
    message: 'Los campos CbteDesde y CbteHasta deben ser iguales para la clase de comprobante informada.',
    breaks: ({ CbteDesde, CbteHasta }, { type }) => type.class !== 'B' && CbteHasta > CbteDesde,
  },
];

const outOfSeries: WsfeMessage = {
  code: 10016,
  message:
    'El numero o fecha del comprobante no se corresponde con el proximo a autorizar. Consultar metodo FECompUltimoAutorizado.',
};

/** In `Errors`, unlike all other rules, which are then not checked (docs/authority.md#numbering). */
function seriesErrors({ CbteDesde, CbteFch }: Voucher, last: VoucherRecord | undefined): WsfeMessage[] {
  const isNext = CbteDesde === (last?.voucher.CbteHasta ?? 0) + 1;
  const isBeforeLast = last !== undefined && CbteFch < last.voucher.CbteFch;
  return isNext && !isBeforeLast ? [] : [outOfSeries];
}

const goods = 1;
const window = (range: string, of: string, gap = '  ') =>
  `Campo CbteFch Debe estar comprendido  en el  rango  ${range} siendo N la fecha de envio del pedido${gap}de autorizacion para ${of}`;
/** NaN, the result for an invalid date, is outside every range. */
const isWithin = (days: number, before: number, after: number) => days >= -before && days <= after;

export const dateRules: Rule[] = [
  {
    code: 10030,
    message: 'El campo Concepto debe ser un valor devuelto por el metodo FEParamGetTiposConcepto.',
    breaks: ({ Concepto }) => !isListed(concepts, Concepto),
  },
  {
    // Recorded verbatim, like the text for notes of credit invoices. The other two texts are modelled on them.
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
    breaks: ({ Concepto, CbteFch }, { today, type }) =>
      (Concepto === goods || isCreditInvoice(type)) &&
      CbteFch > today &&
      CbteFch.slice(0, 6) !== today.slice(0, 6),
  },
  {
    code: 10049,
    message:
      'FchServDesde, FchServHasta y FchVtoPago son obligatorios para Concepto 2 y 3, con formato yyyymmdd.',
    breaks: ({ Concepto, FchServDesde, FchServHasta, FchVtoPago }, { type }) => {
      // A note of a credit invoice has no due date (10175).
      const dates = [FchServDesde, FchServHasta, ...(isCreditInvoice(type) ? [] : [FchVtoPago])];
      return Concepto !== goods && dates.some((date) => !dayOf(date));
    },
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

const hasDecimals = (amount: number, most: number) => Number(amount.toFixed(most)) === amount;
const negative = (name: string) => `El campo ${name} no puede ser menor a 0.`;

export const amountRules: Rule[] = [
  {
    code: 10056,
    message: 'Los importes deben informarse con 13 enteros y 2 decimales como maximo.',
    breaks: ({ ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA, MonCotiz, Iva, Tributos }) => {
      const amounts = [
        ...[ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA],
        ...[...Iva, ...Tributos].flatMap(({ BaseImp, Importe }) => [BaseImp, Importe]),
        ...Tributos.map(({ Alic }) => Alic),
      ];
      const isRate = MonCotiz < 10_000 && hasDecimals(MonCotiz, 6);
      return !isRate || amounts.some((amount) => !hasDecimals(amount, 2));
    },
  },
  {
    code: 10043,
    message: `${negative('ImpTotConc')} Para comprobantes tipo C debe ser igual a 0.`,
    breaks: ({ ImpTotConc }, { type }) => ImpTotConc < 0 || (type.class === 'C' && ImpTotConc !== 0),
  },
  {
    code: 10044,
    message: `${negative('ImpOpEx')} Para comprobantes tipo C debe ser igual a 0.`,
    breaks: ({ ImpOpEx }, { type }) => ImpOpEx < 0 || (type.class === 'C' && ImpOpEx !== 0),
  },
  { code: 10045, message: negative('ImpNeto'), breaks: ({ ImpNeto }) => ImpNeto < 0 },
  { code: 10046, message: negative('ImpTrib'), breaks: ({ ImpTrib }) => ImpTrib < 0 },
  {
    code: 10047,
    message: `${negative('ImpIVA')} Para comprobantes tipo C debe ser igual a 0.`,
    breaks: ({ ImpIVA }, { type }) => ImpIVA < 0 || (type.class === 'C' && ImpIVA !== 0),
  },
  { code: 10065, message: negative('ImpTotal'), breaks: ({ ImpTotal }) => ImpTotal < 0 },
  {
    code: 10048,
    message:
      'El campo ImpTotal debe ser igual a la suma de ImpTotConc + ImpNeto + ImpOpEx + ImpTrib + ImpIVA. Para comprobantes tipo C, a la suma de ImpNeto + ImpTrib.',
    breaks: ({ ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA }, { type }) => {
      const parts = type.class === 'C' ? 0 : ImpTotConc + ImpOpEx + ImpIVA;
      return !isClose(ImpTotal, ImpNeto + ImpTrib + parts);
    },
  },
];

const zeroRate = 3;

/** None applies to class C, which has no VAT. Only those marked `loose` apply to a loose note. */
const vatRules: (Rule & { loose?: true })[] = [
  {
    code: 10018,
    message:
      'Si ImpIVA es mayor a 0 los objetos IVA y AlicIva son obligatorios. Si es igual a 0 solo debe informarse con Id 3 (iva 0).',
    loose: true,
    breaks: ({ ImpIVA, Iva }) => (ImpIVA > 0 ? Iva.length === 0 : Iva.some(({ Id }) => Id !== zeroRate)),
  },
  {
    code: 10019,
    message: 'El campo Id en AlicIVA debe ser un valor devuelto por el metodo FEParamGetTiposIva.',
    loose: true,
    breaks: ({ Iva }, { type }) =>
      Iva.some(({ Id }) => vatFractionOf(Id) === undefined && !(isLooseNote(type) && Id === 0)),
  },
  {
    code: 10020,
    message: 'El campo BaseImp en AlicIVA es obligatorio y debe ser mayor a 0.',
    breaks: ({ Iva }) => Iva.some(({ BaseImp }) => BaseImp <= 0),
  },
  {
    code: 10021,
    message: 'El campo Importe en AlicIVA es obligatorio y debe ser mayor o igual a 0.',
    breaks: ({ Iva }) => Iva.some(({ Importe }) => Importe < 0),
  },
  {
    code: 10022,
    message: 'El campo Id en AlicIVA no debe repetirse. Debera totalizarse por alicuota.',
    loose: true,
    breaks: ({ Iva }) => new Set(Iva.map(({ Id }) => Id)).size < Iva.length,
  },
  {
    code: 10023,
    message: 'La suma de los campos Importe en IVA debe ser igual al valor ingresado en ImpIVA.',
    loose: true,
    breaks: ({ ImpIVA, Iva }) =>
      !isClose(sum(Iva.map(({ Importe }) => Importe)), ImpIVA, Math.max(1, Iva.length)),
  },
  {
    code: 10051,
    message: 'Los importes informados en AlicIVA no se corresponden con los porcentajes.',
    breaks: ({ Iva }) =>
      Iva.some(({ Id, BaseImp, Importe }) => !isClose(BaseImp * (vatFractionOf(Id) ?? 0), Importe)),
  },
  {
    code: 10061,
    message: 'La suma de los campos BaseImp en AlicIva debe ser igual al valor ingresado en ImpNeto.',
    breaks: ({ ImpNeto, Iva }) =>
      Iva.length > 0 && !isClose(sum(Iva.map(({ BaseImp }) => BaseImp)), ImpNeto, Iva.length),
  },
  {
    code: 10070,
    message: 'Si ImpNeto es mayor a 0 el objeto IVA es obligatorio.',
    loose: true,
    breaks: ({ ImpNeto, Iva }) => ImpNeto > 0 && Iva.length === 0,
  },
];

const applies = ({ type }: RuleContext, loose: true | undefined) =>
  type.class !== 'C' && (loose === true || !isLooseNote(type));

const otherTaxRules: Rule[] = [
  {
    code: 10071,
    message: 'Para comprobantes tipo C el objeto IVA no debe informarse.',
    breaks: ({ Iva }, { type }) => type.class === 'C' && Iva.length > 0,
  },
  {
    code: 10024,
    message:
      'Si ImpTrib es mayor a 0 el objeto Tributos y Tributo son obligatorios. Si es igual a 0 no deben enviarse.',
    breaks: ({ ImpTrib, Tributos }) => ImpTrib > 0 !== Tributos.length > 0,
  },
  {
    code: 10025,
    message: 'El campo Id en Tributo debe ser un valor devuelto por el metodo FEParamGetTiposTributos.',
    breaks: ({ Tributos }) => Tributos.some(({ Id }) => !isListed(otherTaxes, Id)),
  },
  {
    // Base and rate may be 0, and their product is not compared with the amount.
    code: 10026,
    message: 'El campo BaseImp en Tributo es obligatorio y debe ser mayor o igual a 0.',
    breaks: ({ Tributos }) => Tributos.some(({ BaseImp }) => BaseImp < 0),
  },
  {
    code: 10027,
    message: 'El campo Alic en Tributo es obligatorio y debe ser mayor o igual a 0.',
    breaks: ({ Tributos }) => Tributos.some(({ Alic }) => Alic < 0),
  },
  {
    code: 10028,
    message: 'El campo Importe en Tributo es obligatorio y debe ser mayor o igual a 0.',
    breaks: ({ Tributos }) => Tributos.some(({ Importe }) => Importe < 0),
  },
  {
    code: 10029,
    message: 'La suma de los importes en Tributo debe ser igual al valor ingresado en ImpTrib.',
    breaks: ({ ImpTrib, Tributos }) =>
      Tributos.length > 0 && !isClose(sum(Tributos.map(({ Importe }) => Importe)), ImpTrib, Tributos.length),
  },
  {
    code: 10042,
    message: 'El campo Desc en Tributo es obligatorio cuando se informe Id = 99.',
    breaks: ({ Tributos }) => Tributos.some(({ Id, Desc }) => Id === 99 && Desc === ''),
  },
];

export const taxRules: Rule[] = [
  ...vatRules.map(({ code, message, loose, breaks }) => ({
    code,
    message,
    breaks: (voucher: Voucher, context: RuleContext) => applies(context, loose) && breaks(voucher, context),
  })),
  ...otherTaxRules,
];

const legend = [51, 52, 53, 54];
/** Types each type may refer to. Invoices may refer to delivery notes only, which are not stored here. */
function correctableBy({ id, class: letter }: DocumentType): number[] {
  if (id > 200) {
    const invoice = id - ((id - 201) % 5);
    return [invoice, invoice + 1, invoice + 2];
  }
  if (legend.includes(id)) return [...legend, 88, 991];
  if (letter === 'A') return [1, 2, 3, 4, 5, 34, 39, 60, 63, 88, 991];
  if (letter === 'B') return [6, 7, 8, 9, 10, 35, 40, 61, 64, 88, 991];
  return [11, 12, 13, 15];
}
const deliveryNotes = [88, 91, 990, 991, 993, 994, 995];

type Period = NonNullable<Voucher['PeriodoAsoc']>;
const breaksPeriod =
  (breaks: (period: Period, voucher: Voucher, context: RuleContext) => boolean): Rule['breaks'] =>
  (voucher, context) =>
    voucher.PeriodoAsoc !== undefined && breaks(voucher.PeriodoAsoc, voucher, context);

/** Rules of a note for all documents of a period. Nothing says that it may not name documents as well. */
const periodRules: Rule[] = [
  {
    code: 10196,
    message: 'Si el comprobante es MiPyMEs (FCE) no enviar estructura PeriodoAsoc.',
    breaks: breaksPeriod((_period, _voucher, { type }) => isCreditInvoice(type)),
  },
  {
    code: 10199,
    message: 'Si envia estructura PeriodoAsoc es obligatorio enviar FchDesde.',
    breaks: breaksPeriod(({ FchDesde }) => FchDesde === ''),
  },
  {
    code: 10203,
    message: 'Si envia estructura PeriodoAsoc es obligatorio enviar FchHasta.',
    breaks: breaksPeriod(({ FchHasta }) => FchHasta === ''),
  },
  {
    code: 10204,
    message: 'El campo PeriodoAsoc FchDesde debe corresponder a una fecha valida con formato YYYYMMDD.',
    breaks: breaksPeriod(({ FchDesde }) => FchDesde !== '' && !dayOf(FchDesde)),
  },
  {
    code: 10205,
    message: 'El campo PeriodoAsoc FchHasta debe corresponder a una fecha valida con formato YYYYMMDD.',
    breaks: breaksPeriod(({ FchHasta }) => FchHasta !== '' && !dayOf(FchHasta)),
  },
  {
    code: 10206,
    message: 'Las fechas informadas en PeriodoAsoc deben ser superiores a 01/01/2006.',
    breaks: breaksPeriod(({ FchDesde, FchHasta }) => FchDesde <= '20060101' || FchHasta <= '20060101'),
  },
  {
    code: 10207,
    message: 'En PeriodoAsoc, FchHasta debe ser superior o igual a FchDesde.',
    breaks: breaksPeriod(({ FchDesde, FchHasta }) => FchHasta < FchDesde),
  },
  {
    code: 10208,
    message:
      'La fecha informada en PeriodoAsoc FchHasta debe ser anterior o igual a la fecha de emision del comprobante.',
    breaks: breaksPeriod(({ FchHasta }, { CbteFch }) => FchHasta > CbteFch),
  },
];

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
  ...periodRules,
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

/** Other taxes that are perceptions (FEParamGetTiposTributos). */
const perceptions = [6, 7, 8, 9, 13];

export const correctionObservations: Rule[] = [
  {
    code: 10041,
    message: 'El comprobante asociado no se encuentra registrado en las bases de esta Administracion.',
    breaks: (voucher, context) =>
      isNote(context.type) && correctedIn(voucher, context).some((corrected) => corrected === undefined),
  },
  {
    code: 10209,
    message:
      'Si informa percepciones, PeriodoAsoc FchDesde y FchHasta deben corresponder al mismo mes y anio.',
    breaks: breaksPeriod(
      ({ FchDesde, FchHasta }, { Tributos }) =>
        Tributos.some(({ Id }) => perceptions.includes(Id)) && FchDesde.slice(0, 6) !== FchHasta.slice(0, 6),
    ),
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

type Verdict =
  | { voucher: Voucher; record: VoucherRecord }
  | { voucher: Voucher; record?: undefined; reasons: WsfeMessage[] };

/** With verdicts, `errors` has a number out of sequence; without, faults of the request or the issuer. */
type Authorisation =
  | { kind: 'busy' }
  | { kind: 'refused'; errors: WsfeMessage[] }
  | { kind: 'judged'; verdicts: Verdict[]; errors: WsfeMessage[] };

export const invoiceRules: readonly Rule[] = [
  ...pointOfSaleRules,
  ...numberRules,
  ...dateRules,
  ...receiverRules,
  ...currencyRules,
  ...amountRules,
  ...taxRules,
  ...correctionRules,
];
const observations = [...receiverObservations, ...correctionObservations];
/** As in every sample seen (docs/authority.md#cae). */
const validityDays = 10;

/** One transaction per series: a request during another one gets 502. */
async function authorise(call: WsfeCall, lot: Lot): Promise<Authorisation> {
  const { simulation, environment, cuit } = call;
  const { vouchers } = simulation.offices[environment];
  const series = { cuit, pointOfSale: lot.pointOfSale, documentType: lot.documentType };
  if (!vouchers.begin(series)) return { kind: 'busy' };
  try {
    if (simulation.processing.milliseconds > 0) await wait(simulation.processing.milliseconds);
    const type = documentTypeOf(lot.documentType);
    const errors = [...(type ? issuerErrors(call, type) : []), ...headerErrors(call, lot)];
    return errors.length > 0 ? { kind: 'refused', errors } : judge(call, lot, series);
  } finally {
    vouchers.end(series);
  }
}

/** Numbers and dates are consecutive, so vouchers after a rejected one are not checked. */
function judge(call: WsfeCall, lot: Lot, series: Series): Authorisation {
  const { simulation, environment, cuit } = call;
  const { vouchers: register } = simulation.offices[environment];
  const type = documentTypeOf(lot.documentType);
  if (!type) throw new Error('the document type of the lot is unknown');
  const today = compactDay(simulation.clock.now());
  const context: RuleContext = {
    environment,
    cuit,
    type,
    today,
    register,
    system: systemOf(call, lot.pointOfSale),
    taxpayerOf: (number) => lookUpTaxpayer(simulation, environment, String(number)),
  };
  const verdicts: Verdict[] = [];
  const errors: WsfeMessage[] = [];
  for (const sent of lot.vouchers) {
    const voucher = { ...sent, CbteFch: sent.CbteFch || today };
    if (verdicts.some(({ record }) => !record)) {
      verdicts.push({ voucher, reasons: [] });
      continue;
    }
    const outOfSeries = seriesErrors(voucher, register.last(series));
    const reasons = outOfSeries.length > 0 ? outOfSeries : objections(voucher, context);
    if (reasons.length === 0) {
      verdicts.push({ voucher, record: approve(call, series, voucher, context) });
    } else if (outOfSeries.length > 0 && verdicts.length === 0) {
      // Recorded, with one and with several vouchers. For a later voucher it is an observation (manual, example 2).
      errors.push(...outOfSeries);
      verdicts.push({ voucher, reasons: [] });
    } else verdicts.push({ voucher, reasons });
  }
  if (verdicts.some(({ record }) => record)) simulation.save();
  return { kind: 'judged', verdicts, errors };
}

function approve(
  { simulation, environment }: WsfeCall,
  series: Series,
  sent: Voucher,
  context: RuleContext,
): VoucherRecord {
  const voucher = { ...sent, MonCotiz: sent.MonCotiz || (officialRate(sent.MonId) ?? 1) };
  const record: VoucherRecord = {
    ...series,
    voucher,
    cae: nextCae(context),
    caeExpiry: addDays(voucher.CbteFch, validityDays),
    processedAt: compactMoment(simulation.clock.now()),
    observations: broken(observations, voucher, context),
  };
  context.register.add(record);
  simulation.stats.count(environment, 'caes');
  return record;
}

function objections(voucher: Voucher, context: RuleContext): WsfeMessage[] {
  const always = testCompanies[context.cuit]?.objection;
  if (always) return [always];
  const reasons = broken(invoiceRules, voucher, context);
  // In a recording, the note of a credit invoice with a wrong date got no other reason.
  return reasons.length > 0 ? reasons : broken(creditInvoiceRules, voucher, context);
}

function broken(list: readonly Rule[], voucher: Voucher, context: RuleContext): WsfeMessage[] {
  return list.filter((rule) => rule.breaks(voucher, context)).map(({ code, message }) => ({ code, message }));
}

/** 14 digits: environment, day and a counter, so that none is issued twice. */
function nextCae({ environment, today, register }: RuleContext): string {
  const lead = environment === 'live' ? '8' : '7';
  return lead + today.slice(2) + String(register.count() + 1).padStart(7, '0');
}
