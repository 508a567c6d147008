import { addDays, compactDay, dayOf } from '#simulator/dates.ts';
import { type Answer, jsonAnswer } from '#simulator/http/exchange.ts';
import { isCreditInvoice, isNote } from '#simulator/wsfe/rules.ts';
import { documentTypeOf } from '#simulator/wsfe/tables.ts';
import { type Environment, isEnvironment } from '../environment.ts';
import { creditDecisions, type VoucherRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { oneOf } from '../registry/input.ts';
import { lookUpTaxpayer } from '../registry/register.ts';
import type { Simulation } from '../simulation.ts';
import { elements, localTime } from './answers.ts';

/** EstadoCmpSimpleType, without `InformadaAgDpto`. */
type CreditState = 'PendienteRecepcion' | 'Recepcionado' | 'Aceptado' | 'Rechazado';

/** Days after which silence accepts a credit invoice. */
const daysToDecide = 30;

type Standing = { state: CreditState; since: Date; tacit?: boolean; acceptBy: string };

/**
 * An invoice is delivered on the day after its authorization, and accepted by silence 30 days later. Its notes are
 * only delivered.
 */
export function standingOf({ credit, processedAt, documentType }: VoucherRecord, now: Date): Standing {
  const authorised = processedAt.slice(0, 8);
  const delivered = addDays(authorised, 1);
  const acceptBy = addDays(delivered, daysToDecide);
  if (credit?.decision === 'rejected') return { state: 'Rechazado', since: new Date(credit.at), acceptBy };
  if (credit) {
    const tacit = credit.decision === 'accepted-by-silence';
    return { state: 'Aceptado', since: new Date(credit.at), tacit, acceptBy };
  }
  const today = compactDay(now);
  if (isDecidable(documentType) && today > acceptBy) {
    return { state: 'Aceptado', since: midnight(addDays(acceptBy, 1)), tacit: true, acceptBy };
  }
  if (today >= delivered) return { state: 'Recepcionado', since: midnight(delivered), acceptBy };
  return { state: 'PendienteRecepcion', since: midnight(authorised), acceptBy };
}

/** Midnight in Argentina; `dayOf` returns midday UTC. */
const midnight = (day: string) => new Date((dayOf(day)?.getTime() ?? 0) - 9 * 3_600_000);

/** A credit invoice or one of its notes. */
export const isCredit = ({ documentType }: VoucherRecord): boolean => {
  const type = documentTypeOf(documentType);
  return type !== undefined && isCreditInvoice(type);
};

export const isDecidable = (documentType: number): boolean => {
  const type = documentTypeOf(documentType);
  return type !== undefined && isCreditInvoice(type) && !isNote(type);
};

const isoDay = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`;

/** `ComprobanteType`, in the order of its schema. */
export function creditInvoiceXml(
  simulation: Simulation,
  environment: Environment,
  record: VoucherRecord,
  account: number,
): string {
  const { voucher, cuit, credit } = record;
  const optional = (id: string) => voucher.Opcionales.find(({ Id }) => Id === id)?.Valor;
  const { state, since, tacit, acceptBy } = standingOf(record, simulation.clock.now());
  const isDecided = state === 'Aceptado' || state === 'Rechazado';
  const nameOf = (of: string) => {
    const name = lookUpTaxpayer(simulation, environment, of)?.name;
    if (!name) return '';
    return 'businessName' in name ? name.businessName : `${name.surname} ${name.givenName}`;
  };
  const receiver = String(voucher.DocNro);
  const due = voucher.FchVtoPago;
  const parties = elements({
    cuitEmisor: cuit,
    razonSocialEmi: nameOf(cuit),
    codTipoCmp: record.documentType,
    ptovta: record.pointOfSale,
    nroCmp: voucher.CbteDesde,
    cuitReceptor: receiver,
    razonSocialRecep: nameOf(receiver),
    tipoCodAuto: 'E',
    codAutorizacion: record.cae,
    fechaEmision: isoDay(voucher.CbteFch),
    fechaPuestaDispo: isoDay(record.processedAt),
    fechaVenPago: due ? isoDay(due) : undefined,
    fechaVenAcep: isDecidable(record.documentType) ? isoDay(acceptBy) : undefined,
    importeTotal: voucher.ImpTotal.toFixed(2),
    codMoneda: voucher.MonId,
    cotizacionMoneda: voucher.MonCotiz,
    CBUEmisor: optional('2101'),
    AliasEmisor: optional('2102'),
    esAnulacion: optional('22'),
    codCtaCte: account,
  });
  const estado = `<estado>${elements({ estado: state, fechaHoraEstado: localTime(since) })}</estado>`;
  const acceptance = elements({
    tipoAcep: state === 'Aceptado' ? (tacit ? 'Tacita' : 'Expresa') : undefined,
    fechaHoraAcep: isDecided ? localTime(since) : undefined,
  });
  const reason = elements({ codMotivo: 9, descMotivo: 'Otros', justificacion: credit?.reason });
  const reasons =
    state === 'Rechazado'
      ? `<arrayMotivosRechazo><motivoRechazo>${reason}</motivoRechazo></arrayMotivosRechazo>`
      : '';
  return `<comprobante>${parties}${estado}${acceptance}${reasons}${elements({ opcionTransferencia: optional('27') })}</comprobante>`;
}

/** Lets a script be the receiver of a credit invoice, who accepts or rejects it, or lets the time pass. */
export function decideCreditInvoice(simulation: Simulation, input: Record<string, unknown>): Answer {
  const { environment, cuit, reason } = input;
  if (!isEnvironment(environment)) throw new Refusal('environment: sandbox | live', 400);
  if (typeof cuit !== 'string') throw new Refusal('cuit: eleven digits', 400);
  if (reason !== undefined && (typeof reason !== 'string' || reason.length < 3 || reason.length > 250)) {
    throw new Refusal('reason: a text of 3 to 250 characters', 400);
  }
  const decision = oneOf(input, 'decision', creditDecisions);
  const documentType = Number(input.document_type);
  const pointOfSale = Number(input.point_of_sale);
  const { vouchers } = simulation.offices[environment];
  const record = vouchers.find({ cuit, pointOfSale, documentType }, Number(input.number));
  if (!record || !isDecidable(documentType)) throw new Refusal('No existe el comprobante indicado', 404);
  const now = simulation.clock.now();
  const { state } = standingOf(record, now);
  if (state === 'Aceptado' || state === 'Rechazado') {
    throw new Refusal('El estado actual no le permite realizar esta operación.', 409);
  }
  record.credit = {
    decision,
    at: now.toISOString(),
    ...(decision === 'rejected' ? { reason: reason ?? 'La mercadería no llegó' } : {}),
  };
  simulation.save();
  return jsonAnswer(200, { state: standingOf(record, now).state });
}
