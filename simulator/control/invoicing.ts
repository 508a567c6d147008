import { type Answer, type Incoming, jsonAnswer } from '#simulator/http/exchange.ts';
import { isEnvironment } from '../environment.ts';
import type { ExportRecord, VoucherRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';
import { issuerProblems } from '../wsfe/issuer.ts';

/**
 * Sets the reason why the authority refuses an issuer: a sub-message number of error 10000, or null for none.
 */
export function setIssuerProblem(simulation: Simulation, input: Record<string, unknown>): Answer {
  const { environment, cuit, problem } = input;
  if (!isEnvironment(environment)) throw new Refusal('environment: sandbox | live', 400);
  if (typeof cuit !== 'string') throw new Refusal('cuit: eleven digits', 400);
  const problems = simulation.offices[environment].issuerProblems;
  if (problem === null) problems.delete(cuit);
  else if (typeof problem === 'string' && Object.hasOwn(issuerProblems, problem)) problems.set(cuit, problem);
  else throw new Refusal(`problem: null | ${Object.keys(issuerProblems).join(' | ')}`, 400);
  return jsonAnswer(200, { environment, cuit, problem });
}

/** Adds an announcement, such as of a new version, to every WSFE response until a reset. WSFEX sends the last one. */
export function announceEvent(simulation: Simulation, input: Record<string, unknown>): Answer {
  const { environment, code, message } = input;
  if (!isEnvironment(environment)) throw new Refusal('environment: sandbox | live', 400);
  if (!Number.isInteger(code)) throw new Refusal('code: an integer', 400);
  if (typeof message !== 'string') throw new Refusal('message: a text', 400);
  simulation.offices[environment].events.push({ code: Number(code), message });
  return jsonAnswer(201, { environment, code, message });
}

/** Authorized vouchers of WSFE, then of WSFEX, in the order of authorization; with `cuit`, those of one company. */
export function listVouchers(simulation: Simulation, { query }: Incoming): Answer {
  const environment = query.get('environment');
  if (!isEnvironment(environment)) throw new Refusal('environment: sandbox | live', 400);
  const cuit = query.get('cuit') ?? undefined;
  const { vouchers, exports } = simulation.offices[environment];
  return jsonAnswer(200, [...vouchers.of(cuit).map(describe), ...exports.of(cuit).map(describeExport)]);
}

function describe({ voucher, ...record }: VoucherRecord) {
  return {
    ...describeSeries(record),
    number: voucher.CbteDesde,
    last_number: voucher.CbteHasta,
    date: voucher.CbteFch,
    receiver_document_type: voucher.DocTipo,
    receiver_document_number: String(voucher.DocNro),
    total: voucher.ImpTotal,
    currency: voucher.MonId,
    ...describeApproval(record),
  };
}

/** The receiver is the CUIT of a country, or 0. */
function describeExport({ voucher, ...record }: ExportRecord) {
  return {
    ...describeSeries(record),
    number: voucher.Cbte_nro,
    last_number: voucher.Cbte_nro,
    date: voucher.Fecha_cbte,
    receiver_document_type: cuitDocument,
    receiver_document_number: voucher.Cuit_pais_cliente,
    total: voucher.Imp_total,
    currency: voucher.Moneda_Id,
    request_id: voucher.Id,
    ...describeApproval(record),
  };
}

const cuitDocument = 80;

const describeSeries = (record: Pick<VoucherRecord, 'cuit' | 'pointOfSale' | 'documentType'>) => ({
  cuit: record.cuit,
  point_of_sale: record.pointOfSale,
  document_type: record.documentType,
});

const describeApproval = (
  record: Pick<VoucherRecord, 'cae' | 'caeExpiry' | 'processedAt' | 'observations'>,
) => ({
  cae: record.cae,
  cae_expiry: record.caeExpiry,
  processed_at: record.processedAt,
  observations: record.observations,
});
