import { setTimeout as wait } from 'node:timers/promises';
import type { ExportRecord } from '#simulator/records.ts';
import { pointsOfSaleOf } from '#simulator/registry/points-of-sale.ts';
import { elements } from '#simulator/soap/asmx.ts';
import { configuredCause, issuerProblems, registerCause } from '#simulator/wsfe/issuer.ts';
import { officialRate } from '#simulator/wsfe/tables.ts';
import { compactDay, compactMoment } from '../dates.ts';
import { lookUpTaxpayer } from '../registry/register.ts';
import { testCompanies } from '../test-companies.ts';
import { associatedIn, associatedRules } from './associated-rules.ts';
import { isCountryCuit, isFreeZone } from './countries.ts';
import { permitRules, simplifiedExportRules } from './customs-rules.ts';
import { itemRules } from './item-rules.ts';
import type { Caller, WsfexError, WsfexOperation } from './operation.ts';
import { currencyRules, firstBroken, type Rule, type RuleContext, saleRules, seriesRules } from './rules.ts';
import { authorisationTypes } from './schemas.ts';
import { creditNote } from './tables.ts';
import { type ExportVoucher, motivesXml, readVoucher } from './voucher.ts';

/** An authorized voucher, or a rejected one with its motives; an error refuses the request without a verdict. */
type Authorisation =
  | { record: ExportRecord; isRepeated: boolean }
  | { voucher: ExportVoucher; motives: WsfexError[] }
  | { error: WsfexError };

export const fexAuthorize: WsfexOperation = {
  name: 'FEXAuthorize',
  auth: 'ClsFEXAuthRequest',
  request: 'Cmp:ClsFEXRequest',
  result: 'FEXResultAuth:ClsFEXOutAuthorize',
  types: authorisationTypes,
  endsInLineBreak: true,
  async run(call) {
    const authorisation = await authorise(call, readVoucher(call.input));
    if ('error' in authorisation) return authorisation;
    return { values: `<FEXResultAuth>${verdictXml(call.cuit, authorisation)}</FEXResultAuth>` };
  },
};

function verdictXml(cuit: string, authorisation: Exclude<Authorisation, { error: WsfexError }>): string {
  const isAuthorised = 'record' in authorisation;
  const voucher = isAuthorised ? authorisation.record.voucher : authorisation.voucher;
  const { Id, Cbte_Tipo, Punto_vta, Cbte_nro, Fecha_cbte } = voucher;
  const cae = isAuthorised
    ? elements({ Cae: authorisation.record.cae, Fch_venc_Cae: authorisation.record.caeExpiry })
    : '<Cae /><Fch_venc_Cae />';
  return (
    elements({ Id, Cuit: cuit, Cbte_tipo: Cbte_Tipo, Punto_vta, Cbte_nro }) +
    cae +
    elements({
      Fch_cbte: Fecha_cbte,
      Resultado: isAuthorised ? 'A' : 'R',
      Reproceso: isAuthorised && authorisation.isRepeated ? 'S' : 'N',
    }) +
    motivesXml(isAuthorised ? authorisation.record.observations : authorisation.motives)
  );
}

/** In the order in which they are checked. Only the first broken one is returned. */
export const exportRules: readonly Rule[] = [
  ...seriesRules,
  ...currencyRules,
  ...saleRules,
  ...itemRules,
  ...permitRules,
  ...associatedRules,
  ...simplifiedExportRules,
];

/** Receivers that are refused with a verdict. */
export const rejections: readonly Rule[] = [
  {
    code: 21,
    message:
      'La CUIT receptora se encuentra inactiva por haber sido incluida en la consulta de facturas apócrifas.',
    breaks: ({ Cuit_pais_cliente }, { taxpayerOf }) => taxpayerOf(Cuit_pais_cliente)?.state === 'INACTIVO',
  },
];

const pesosOf = ({ Imp_total, Moneda_ctz = 1 }: ExportVoucher) => Imp_total * Moneda_ctz;

/** Observations 14 and 15 compare with limits of the Monotributo, which are not known here. */
export const observations: readonly Rule[] = [
  {
    code: 16,
    message:
      'Si el comprobante fue emitido a un destino del tipo Zona Franca, es necesario que exista el receptor en los padrones de ARCA',
    breaks: ({ Dst_cmp, Cuit_pais_cliente }, { taxpayerOf }) =>
      isFreeZone(Dst_cmp) && !taxpayerOf(Cuit_pais_cliente),
  },
  {
    code: 17,
    message: 'El importe de la nota de crédito supera el monto del comprobante asociado que estás ajustando.',
    breaks: (voucher, context) =>
      voucher.Cbte_Tipo === creditNote &&
      associatedIn(voucher, context).some(
        ({ record }) => record && pesosOf(voucher) > pesosOf(record.voucher) + 0.01,
      ),
  },
];

const largestId = 999_999_999_999_999;

/**
 * An `Id` that was authorized gets the same answer again, whatever else the request contains; one that was refused may
 * be used again (docs/authority.md#export-repetition). One transaction per series: a request during another one gets 502.
 */
async function authorise(call: Caller, sent: ExportVoucher): Promise<Authorisation> {
  const { simulation, environment, cuit } = call;
  const { exports: register } = simulation.offices[environment];
  if (sent.Id < 0 || sent.Id > largestId) {
    return { error: { code: 1014, message: 'Campo Id: Debe ser un valor numerico mayor o igual a 0.' } };
  }
  const series = { cuit, pointOfSale: sent.Punto_vta, documentType: sent.Cbte_Tipo };
  if (!register.begin(series)) {
    return { error: { code: 502, message: 'Error interno - Autorizador - Transacción Activa' } };
  }
  try {
    if (simulation.processing.milliseconds > 0) await wait(simulation.processing.milliseconds);
    const record = register.byId(cuit, sent.Id);
    if (record) return { record, isRepeated: true };
    const context = contextOf(call);
    const voucher = { ...sent, Fecha_cbte: sent.Fecha_cbte || context.today };
    const error = testCompanies[cuit]?.exportObjection ?? firstBroken(exportRules, voucher, context);
    if (error) return { error };
    const motives = brokenOf(rejections, voucher, context);
    if (motives.length > 0) return { voucher, motives };
    return { record: approve(call, voucher, context), isRepeated: false };
  } finally {
    register.end(series);
  }
}

function approve(
  { simulation, environment, cuit }: Caller,
  sent: ExportVoucher,
  context: RuleContext,
): ExportRecord {
  const voucher = { ...sent, Moneda_ctz: sent.Moneda_ctz || officialRate(sent.Moneda_Id) };
  const record: ExportRecord = {
    cuit,
    pointOfSale: voucher.Punto_vta,
    documentType: voucher.Cbte_Tipo,
    voucher,
    cae: nextCae(context),
    // In every sample the CAE expires on the day of the voucher (docs/authority.md#export-invoices).
    caeExpiry: voucher.Fecha_cbte,
    processedAt: compactMoment(simulation.clock.now()),
    observations: brokenOf(observations, voucher, context),
  };
  context.register.add(record);
  simulation.save();
  simulation.stats.count(environment, 'caes');
  return record;
}

function brokenOf(rules: readonly Rule[], voucher: ExportVoucher, context: RuleContext): WsfexError[] {
  return rules.flatMap((rule) => firstBroken([rule], voucher, context) ?? []);
}

/** 14 digits: environment, day and a counter that starts beyond WSFE's, so that none is issued twice. */
function nextCae({ environment, today, register }: RuleContext): string {
  const lead = environment === 'live' ? '8' : '7';
  return lead + today.slice(2) + String(5_000_001 + register.count());
}

function contextOf(call: Caller): RuleContext {
  const { simulation, environment, cuit } = call;
  return {
    environment,
    cuit,
    today: compactDay(simulation.clock.now()),
    register: simulation.offices[environment].exports,
    issuerProblem: issuerProblemOf(call),
    isExporter: lookUpTaxpayer(simulation, environment, cuit)?.isExporter ?? false,
    isPointOfSale: (number) => isPointOfSale(call, number),
    systemOf: (number) =>
      pointsOfSaleOf(simulation, environment, cuit).find((point) => point.number === number)?.system,
    taxpayerOf: (number) =>
      isCountryCuit(number) || number.startsWith('5')
        ? undefined
        : lookUpTaxpayer(simulation, environment, number),
  };
}

/** Causes of WSFE's 10000 that concern one class of documents. */
const aboutClasses = ['01', '04', '07', '08', '09', '10'];

function issuerProblemOf(call: Caller): string | undefined {
  const causes = [configuredCause(call), registerCause(call)];
  const cause = causes.find((known) => known !== undefined && !aboutClasses.includes(known));
  return cause === undefined ? undefined : issuerProblems[cause];
}

/** Homologación accepts any number, listed or not, as in WSFE (docs/authority.md#points-of-sale). */
export function isPointOfSale({ simulation, environment, cuit }: Caller, number: number): boolean {
  if (testCompanies[cuit]?.hasNoPointOfSale) return false;
  if (environment === 'sandbox') return true;
  return pointsOfSaleOf(simulation, environment, cuit).some(
    (point) => point.number === number && point.system === 'FEEWS',
  );
}
