import { requireCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { AuthorizationRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';
import { requireAlias } from './certificates.ts';
import { findWebService } from './services.ts';

export type AuthorizationRequest = {
  cuit: string;
  alias: string;
  representedCuit: string;
  service: string;
  authorisedBy: string;
};

/** Lets the alias use a service for a CUIT. Asking twice is no mistake: the relation is there. */
export function authoriseAlias(
  simulation: Simulation,
  environment: Environment,
  request: AuthorizationRequest,
): AuthorizationRecord {
  const cuit = requireCuit(request.cuit);
  const representedCuit = requireCuit(request.representedCuit);
  requireAlias(simulation, environment, cuit, request.alias);
  const service = findWebService(request.service)?.id;
  if (!service) throw new Refusal('Servicio informado inexistente');
  const existing = authorizationsOf(simulation, environment, cuit, request.alias, service).find(
    (record) => record.representedCuit === representedCuit,
  );
  if (existing) return existing;
  const effectiveAt = new Date(simulation.clock.now().getTime() + simulation.propagation.seconds * 1000);
  const record = { ...request, cuit, representedCuit, service, effectiveAt: effectiveAt.toISOString() };
  simulation.offices[environment].records.authorizations.push(record);
  simulation.save();
  return record;
}

export function withdrawAuthorization(
  simulation: Simulation,
  environment: Environment,
  record: AuthorizationRecord,
): void {
  const { records } = simulation.offices[environment];
  records.authorizations = records.authorizations.filter((other) => other !== record);
  simulation.save();
}

function authorizationsOf(
  simulation: Simulation,
  environment: Environment,
  cuit: string,
  alias: string,
  service: string,
): AuthorizationRecord[] {
  return simulation.offices[environment].records.authorizations.filter(
    (record) => record.cuit === cuit && record.alias === alias && record.service === service,
  );
}

/** CUITs the alias may represent in a login right now. */
export function representedCuits(
  simulation: Simulation,
  environment: Environment,
  cuit: string,
  alias: string,
  service: string,
): string[] {
  const now = simulation.clock.now().getTime();
  return authorizationsOf(simulation, environment, cuit, alias, service)
    .filter((record) => Date.parse(record.effectiveAt) <= now)
    .map((record) => record.representedCuit);
}

/** The sentence WSASS answers with: docs/authority.md#sandbox-portal. */
export function authorizationReceipt(record: AuthorizationRecord): string {
  return (
    `OK. Autorización fue creada (CUITCOMPUTADOR=${record.cuit}, ALIASCOMPUTADOR=${record.alias}, ` +
    `CUITREPRESENTADO=${record.representedCuit}, SERVICIO=ws://${record.service}, ` +
    `CUITAUTORIZANTE=${record.authorisedBy}).`
  );
}
