import { type Answer, type Incoming, jsonAnswer, readJson } from '#simulator/http/exchange.ts';
import type { Environment } from '../environment.ts';
import type { DelegationRecord } from '../records.ts';
import type { Simulation } from '../simulation.ts';
import { endLoginWait } from '../wsaa/login.ts';
import { authoriseAlias, authorizationReceipt, withdrawAuthorization } from './authorizations.ts';
import { acceptDelegation, delegate, withdrawDelegation } from './delegations.ts';
import { type Input, text } from './input.ts';

/**
 * Authorizations and delegations. Delegations exist in production only: homologación has nothing to accept.
 */
export function answerRelations(
  simulation: Simulation,
  environment: Environment,
  resource: string,
  incoming: Incoming,
): Answer | undefined {
  switch (`${environment} ${incoming.method} ${resource}`) {
    case `${environment} POST authorizations`:
      return authorise(simulation, environment, readJson(incoming));
    case `${environment} DELETE authorizations`:
      withdrawAuthorization(simulation, environment, relationIn(readJson(incoming)));
      return withdrawn;
    case 'live POST delegations':
      return ask(simulation, readJson(incoming));
    case 'live POST delegations/accept':
      return accept(simulation, readJson(incoming));
    case 'live DELETE delegations':
      withdrawDelegation(simulation, delegationIn(readJson(incoming)));
      return withdrawn;
    default:
      return undefined;
  }
}

const withdrawn: Answer = { status: 204, headers: {}, body: '' };

function authorise(simulation: Simulation, environment: Environment, input: Input): Answer {
  const relation = relationIn(input);
  // In WSASS the person grants; in production the represented company does.
  const authorisedBy = environment === 'sandbox' ? relation.cuit : relation.representedCuit;
  const record = authoriseAlias(simulation, environment, { ...relation, authorisedBy });
  if (input.ends_login_wait === true) endLoginWait(simulation, environment, record);
  return jsonAnswer(201, {
    cuit: record.cuit,
    alias: record.alias,
    represented_cuit: record.representedCuit,
    service: record.service,
    effective_at: record.effectiveAt,
    message: authorizationReceipt(record),
  });
}

function ask(simulation: Simulation, input: Input): Answer {
  const record = delegate(simulation, { ...delegationIn(input), askedBy: text(input, 'cuit') });
  return jsonAnswer(201, describe(record));
}

function accept(simulation: Simulation, input: Input): Answer {
  const record = acceptDelegation(simulation, { ...delegationIn(input), acceptedBy: text(input, 'cuit') });
  return jsonAnswer(200, describe(record));
}

function describe(record: DelegationRecord) {
  return {
    cuit: record.askedBy,
    represented_cuit: record.representedCuit,
    delegate_cuit: record.delegateCuit,
    service: record.service,
    accepted: record.isAccepted,
  };
}

function relationIn(input: Input) {
  return {
    cuit: text(input, 'cuit'),
    alias: text(input, 'alias'),
    representedCuit: text(input, 'represented_cuit'),
    service: text(input, 'service'),
  };
}

function delegationIn(input: Input) {
  return {
    representedCuit: text(input, 'represented_cuit'),
    delegateCuit: text(input, 'delegate_cuit'),
    service: text(input, 'service'),
  };
}
