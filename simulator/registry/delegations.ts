import { isPerson, requireCuit } from '../cuit.ts';
import type { DelegationRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';
import { findWebService } from './services.ts';
import { represents } from './taxpayers.ts';

/** Represented taxpayer, delegate and service. Production only: homologación requires no consent. */
export type Delegation = Pick<DelegationRecord, 'representedCuit' | 'delegateCuit' | 'service'>;

/** First act, by the represented taxpayer (docs/authority.md#delegation). Repeating it changes nothing. */
export function delegate(
  simulation: Simulation,
  { askedBy, ...request }: Delegation & { askedBy: string },
): DelegationRecord {
  const person = requirePerson(askedBy);
  const delegation = checked(request);
  const known = findDelegation(simulation, delegation);
  if (known) return known;
  const record = { askedBy: person, ...delegation, isAccepted: false };
  simulation.offices.live.records.delegations.push(record);
  simulation.save();
  return record;
}

/** Second act, by the delegate. The portal checks which person may act for the delegate. */
export function acceptDelegation(
  simulation: Simulation,
  { acceptedBy, ...request }: Delegation & { acceptedBy: string },
): DelegationRecord {
  requirePerson(acceptedBy);
  const delegation = findDelegation(simulation, checked(request));
  if (!delegation) throw new Refusal('No existe la designación que se quiere aceptar', 404);
  delegation.isAccepted = true;
  simulation.save();
  return delegation;
}

/**
 * Also withdraws the authorizations of the delegate's computers. Their tickets stay valid until they expire.
 */
export function withdrawDelegation(simulation: Simulation, request: Delegation): void {
  const delegation = checked(request);
  const { records } = simulation.offices.live;
  records.delegations = records.delegations.filter((other) => !isSame(other, delegation));
  records.authorizations = records.authorizations.filter(
    ({ cuit, representedCuit, service }) =>
      !isSame({ representedCuit, delegateCuit: cuit, service }, delegation),
  );
  simulation.save();
}

/** Accepted delegations to taxpayers the person acts for. */
export function delegationsTo(simulation: Simulation, person: string): DelegationRecord[] {
  return delegationsFor(simulation, person).filter(({ isAccepted }) => isAccepted);
}

/** Delegations to taxpayers the person acts for that still need «Aceptar». */
export function pendingDelegations(simulation: Simulation, person: string): DelegationRecord[] {
  return delegationsFor(simulation, person).filter(({ isAccepted }) => !isAccepted);
}

function delegationsFor(simulation: Simulation, person: string): DelegationRecord[] {
  return simulation.offices.live.records.delegations.filter(({ delegateCuit }) =>
    represents(simulation, 'live', person, delegateCuit),
  );
}

export function findDelegation(simulation: Simulation, delegation: Delegation): DelegationRecord | undefined {
  return simulation.offices.live.records.delegations.find((other) => isSame(other, delegation));
}

/**
 * Refuses the third act before the second or without the first. A person who represents a taxpayer may relate
 * their own computer to it without being a delegate.
 */
export function requireConsent(simulation: Simulation, delegation: Delegation): void {
  const { delegateCuit, representedCuit, service } = delegation;
  if (delegateCuit === representedCuit) return;
  const known = findDelegation(simulation, delegation);
  if (known?.isAccepted) return;
  if (known) {
    throw new Refusal(
      `La designación de ${delegateCuit} por ${representedCuit} no fue aceptada todavía`,
      409,
    );
  }
  if (isPerson(delegateCuit) && represents(simulation, 'live', delegateCuit, representedCuit)) return;
  throw new Refusal(`${representedCuit} no designó a ${delegateCuit} para ws://${service}`, 409);
}

function checked({ representedCuit, delegateCuit, service }: Delegation): Delegation {
  const id = findWebService(service)?.id;
  if (!id) throw new Refusal('Servicio informado inexistente');
  const delegation = {
    representedCuit: requireCuit(representedCuit),
    delegateCuit: requireCuit(delegateCuit),
    service: id,
  };
  if (delegation.representedCuit === delegation.delegateCuit) {
    throw new Refusal('El dador de la autorización no debe ser igual al autorizado');
  }
  return delegation;
}

function isSame(one: Delegation, other: Delegation): boolean {
  return (
    one.representedCuit === other.representedCuit &&
    one.delegateCuit === other.delegateCuit &&
    one.service === other.service
  );
}

function requirePerson(value: string): string {
  const cuit = requireCuit(value);
  if (!isPerson(cuit))
    throw new Refusal('Una empresa no tiene Clave Fiscal propia: indicá la CUIT/CUIL de la persona');
  return cuit;
}
