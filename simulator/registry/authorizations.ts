import { requireCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { AuthorizationRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';
import { requireAlias } from './certificates.ts';
import { requireConsent } from './delegations.ts';
import { findWebService } from './services.ts';

/** An alias, its owner, and the service it may use for a represented CUIT. */
type Relation = Pick<AuthorizationRecord, 'cuit' | 'alias' | 'representedCuit' | 'service'>;
export type AuthorizationRequest = Relation & { authorisedBy: string };

/** Lets the alias use a service for a CUIT. A repeated request returns the existing relation. */
export function authoriseAlias(
  simulation: Simulation,
  environment: Environment,
  request: AuthorizationRequest,
): AuthorizationRecord {
  const relation = checked(simulation, environment, request);
  const existing = findAuthorization(simulation, environment, relation);
  if (existing) return existing;
  const { cuit, representedCuit, service } = relation;
  if (environment === 'live') requireConsent(simulation, { representedCuit, delegateCuit: cuit, service });
  const effectiveAt = new Date(simulation.clock.now().getTime() + simulation.propagation.seconds * 1000);
  const record = { ...request, ...relation, effectiveAt: effectiveAt.toISOString() };
  simulation.offices[environment].records.authorizations.push(record);
  simulation.save();
  return record;
}

/** A missing authorization counts as withdrawn. */
export function withdrawAuthorization(
  simulation: Simulation,
  environment: Environment,
  relation: Relation,
): void {
  const { records } = simulation.offices[environment];
  const record = findAuthorization(simulation, environment, checked(simulation, environment, relation));
  records.authorizations = records.authorizations.filter((other) => other !== record);
  simulation.save();
}

export function findAuthorization(
  simulation: Simulation,
  environment: Environment,
  { cuit, alias, representedCuit, service }: Relation,
): AuthorizationRecord | undefined {
  return authorizationsOf(simulation, environment, cuit, alias, service).find(
    (record) => record.representedCuit === representedCuit,
  );
}

function checked(simulation: Simulation, environment: Environment, relation: Relation): Relation {
  const cuit = requireCuit(relation.cuit);
  const representedCuit = requireCuit(relation.representedCuit);
  const { alias } = relation;
  requireAlias(simulation, environment, cuit, alias);
  const service = findWebService(relation.service)?.id;
  if (!service) throw new Refusal('Servicio informado inexistente');
  return { cuit, alias, representedCuit, service };
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

/** CUITs the alias may represent in a login at this moment. */
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

/** Receipt shown by WSASS: docs/authority.md#sandbox-portal. */
export function authorizationReceipt(record: AuthorizationRecord): string {
  return (
    `OK. Autorización fue creada (CUITCOMPUTADOR=${record.cuit}, ALIASCOMPUTADOR=${record.alias}, ` +
    `CUITREPRESENTADO=${record.representedCuit}, SERVICIO=ws://${record.service}, ` +
    `CUITAUTORIZANTE=${record.authorisedBy}).`
  );
}

/** Refusal of a repeated request in production: docs/authority.md#delegation. */
export function authorizationDuplicate({
  cuit,
  alias,
  representedCuit,
  service,
  authorisedBy,
}: AuthorizationRecord) {
  return `La autorizacion: (${cuit}-${alias})-${representedCuit}-ws://${service}-${authorisedBy} ya existe`;
}
