import { type Answer, type Incoming, jsonAnswer } from '#simulator/http/exchange.ts';
import { isEnvironment } from '../environment.ts';
import type { VoucherRecord } from '../records.ts';
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

/** Adds an announcement, such as of a new version, to every WSFE response until a reset. */
export function announceEvent(simulation: Simulation, input: Record<string, unknown>): Answer {
  const { environment, code, message } = input;
  if (!isEnvironment(environment)) throw new Refusal('environment: sandbox | live', 400);
  if (!Number.isInteger(code)) throw new Refusal('code: an integer', 400);
  if (typeof message !== 'string') throw new Refusal('message: a text', 400);
  simulation.offices[environment].events.push({ code: Number(code), message });
  return jsonAnswer(201, { environment, code, message });
}

/** Authorized vouchers in the order of authorization; with `cuit`, those of one company. */
export function listVouchers(simulation: Simulation, { query }: Incoming): Answer {
  const environment = query.get('environment');
  if (!isEnvironment(environment)) throw new Refusal('environment: sandbox | live', 400);
  const records = simulation.offices[environment].vouchers.of(query.get('cuit') ?? undefined);
  return jsonAnswer(200, records.map(describe));
}

function describe({ voucher, ...record }: VoucherRecord) {
  return {
    cuit: record.cuit,
    point_of_sale: record.pointOfSale,
    document_type: record.documentType,
    number: voucher.CbteDesde,
    last_number: voucher.CbteHasta,
    date: voucher.CbteFch,
    receiver_document_type: voucher.DocTipo,
    receiver_document_number: String(voucher.DocNro),
    total: voucher.ImpTotal,
    currency: voucher.MonId,
    cae: record.cae,
    cae_expiry: record.caeExpiry,
    processed_at: record.processedAt,
    observations: record.observations,
  };
}
