import type { Environment } from '../environment.ts';
import { readJson } from '../http/body.ts';
import { type Answer, type Incoming, jsonAnswer, notFound } from '../http/exchange.ts';
import {
  pointOfSaleSystems,
  type TaxpayerRecord,
  taxpayerKinds,
  taxpayerSizes,
  taxpayerStates,
  vatStatuses,
} from '../records.ts';
import type { Simulation } from '../simulation.ts';
import { addCertificate, createAlias } from './certificates.ts';
import { flag, type Input, oneOf, text, texts } from './input.ts';
import { addPointOfSale, emissionTypes } from './points-of-sale.ts';
import { answerRelations } from './relations-api.ts';
import { registerTaxpayer } from './taxpayers.ts';

/** `/E/portal/api/*`: the portal for scripts, without its sessions and pages. */
export function answerPortalApi(
  simulation: Simulation,
  environment: Environment,
  resource: string,
  incoming: Incoming,
): Answer {
  switch (`${incoming.method} ${resource}`) {
    case 'POST certificates':
      return issue(simulation, environment, readJson(incoming));
    case 'POST points-of-sale':
      return registerPointOfSale(simulation, environment, readJson(incoming));
    case 'POST taxpayers':
      return tellOfTaxpayer(simulation, environment, readJson(incoming));
    default:
      return answerRelations(simulation, environment, resource, incoming) ?? notFound();
  }
}

function issue(simulation: Simulation, environment: Environment, input: Input): Answer {
  const application = { cuit: text(input, 'cuit'), alias: text(input, 'alias'), csr: text(input, 'csr') };
  const apply = input.adding_to_alias === true ? addCertificate : createAlias;
  const { certificate, alias, serial } = apply(simulation, environment, application);
  return jsonAnswer(201, { certificate, alias, serial });
}

function registerPointOfSale(simulation: Simulation, environment: Environment, input: Input): Answer {
  const system = oneOf(input, 'system', pointOfSaleSystems);
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
  if (input.kind !== undefined) told.kind = oneOf(input, 'kind', taxpayerKinds);
  if (input.state !== undefined) told.state = oneOf(input, 'state', taxpayerStates);
  if (input.vat_status !== undefined) told.vatStatus = oneOf(input, 'vat_status', vatStatuses);
  if (input.size !== undefined) told.size = oneOf(input, 'size', taxpayerSizes);
  if (input.limited !== undefined) told.isLimited = flag(input, 'limited');
  if (input.exists !== undefined) told.exists = flag(input, 'exists');
  const { representedBy, vatStatus, isLimited, ...record } = registerTaxpayer(simulation, environment, told);
  const renamed = { represented_by: representedBy, vat_status: vatStatus, limited: isLimited };
  return jsonAnswer(201, { ...record, ...renamed });
}
