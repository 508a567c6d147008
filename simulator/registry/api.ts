import type { Environment } from '../environment.ts';
import { readJson } from '../http/body.ts';
import { type Answer, type Incoming, jsonAnswer, notFound } from '../http/exchange.ts';
import { pointOfSaleSystems, type TaxpayerRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';
import { authoriseAlias, authorizationReceipt } from './authorizations.ts';
import { addCertificate, createAlias } from './certificates.ts';
import { addPointOfSale, emissionTypes } from './points-of-sale.ts';
import { registerTaxpayer } from './taxpayers.ts';

type Input = Record<string, unknown>;

/** `/E/portal/api/*`: the portal for scripts, without its sessions and pages. */
export function answerPortalApi(
  simulation: Simulation,
  environment: Environment,
  resource: string,
  incoming: Incoming,
): Answer {
  if (incoming.method !== 'POST') return notFound();
  switch (resource) {
    case 'certificates':
      return issue(simulation, environment, readJson(incoming));
    case 'authorizations':
      return authorise(simulation, environment, readJson(incoming));
    case 'points-of-sale':
      return registerPointOfSale(simulation, environment, readJson(incoming));
    case 'taxpayers':
      return tellOfTaxpayer(simulation, environment, readJson(incoming));
    default:
      return notFound();
  }
}

function issue(simulation: Simulation, environment: Environment, input: Input): Answer {
  const application = { cuit: text(input, 'cuit'), alias: text(input, 'alias'), csr: text(input, 'csr') };
  const apply = input.adding_to_alias === true ? addCertificate : createAlias;
  const { certificate, alias, serial } = apply(simulation, environment, application);
  return jsonAnswer(201, { certificate, alias, serial });
}

function authorise(simulation: Simulation, environment: Environment, input: Input): Answer {
  const cuit = text(input, 'cuit');
  const record = authoriseAlias(simulation, environment, {
    cuit,
    alias: text(input, 'alias'),
    representedCuit: text(input, 'represented_cuit'),
    service: text(input, 'service'),
    // In WSASS the person grants; in production the represented company does.
    authorisedBy: environment === 'sandbox' ? cuit : text(input, 'represented_cuit'),
  });
  return jsonAnswer(201, {
    cuit: record.cuit,
    alias: record.alias,
    represented_cuit: record.representedCuit,
    service: record.service,
    effective_at: record.effectiveAt,
    message: authorizationReceipt(record),
  });
}

function registerPointOfSale(simulation: Simulation, environment: Environment, input: Input): Answer {
  const system = pointOfSaleSystems.find((name) => name === input.system);
  if (!system) throw new Refusal(`system: ${pointOfSaleSystems.join(' | ')}`, 400);
  const record = addPointOfSale(simulation, environment, {
    cuit: text(input, 'cuit'),
    number: Number(input.number),
    system,
    tradeName: '',
    address: '',
  });
  return jsonAnswer(201, {
    cuit: record.cuit,
    number: record.number,
    system: record.system,
    emission_type: emissionTypes[system],
  });
}

function tellOfTaxpayer(simulation: Simulation, environment: Environment, input: Input): Answer {
  const told: TaxpayerRecord = { cuit: text(input, 'cuit') };
  if (input.name !== undefined) told.name = text(input, 'name');
  if (input.address !== undefined) told.address = text(input, 'address');
  if (input.represented_by !== undefined) told.representedBy = texts(input, 'represented_by');
  const { cuit, name, address, representedBy } = registerTaxpayer(simulation, environment, told);
  return jsonAnswer(201, { cuit, name, address, represented_by: representedBy });
}

function texts(input: Input, name: string): string[] {
  const values = input[name];
  if (!Array.isArray(values)) throw new Refusal(`${name}: a list was expected`, 400);
  return values.map((value: unknown) => text({ [name]: value }, name));
}

/** A CUIT may come as a number: ARCA's own services write it so. */
function text(input: Input, name: string): string {
  const value = input[name];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') throw new Refusal(`${name}: a string was expected`, 400);
  return value;
}
