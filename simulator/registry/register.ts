import { formatCuit, isPerson, parseCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { TaxpayerKind } from '../records.ts';
import type { Simulation } from '../simulation.ts';
import { testCompanies } from '../test-companies.ts';
import { statusByPointsOfSale } from './points-of-sale.ts';
import {
  findTaxpayer,
  inventName,
  inventTaxpayer,
  isNobodys,
  type RegisteredTaxpayer,
  type TaxpayerName,
} from './taxpayers.ts';

/**
 * Register entry of a CUIT: explicit data first, then its points of sale and the table of test companies,
 * then data derived from its digits. Undefined if nobody has the CUIT.
 */
export function lookUpTaxpayer(
  simulation: Simulation,
  environment: Environment,
  typed: string,
): RegisteredTaxpayer | undefined {
  const cuit = parseCuit(typed);
  if (!cuit) return undefined;
  const told = findTaxpayer(simulation, environment, cuit);
  if (!(told?.exists ?? !isNobodys(cuit))) return undefined;
  const invented = inventTaxpayer(cuit);
  const kind = told?.kind ?? invented.kind;
  const { size, isLimited } = { ...testCompanies[cuit]?.taxpayer, ...told };
  return {
    ...invented,
    ...(size ? { size } : {}),
    ...(isLimited ? { isLimited } : {}),
    kind,
    name: told?.name === undefined ? inventName(cuit, kind) : splitName(told.name, kind),
    state: told?.state ?? invented.state,
    vatStatus: told?.vatStatus ?? statusByPointsOfSale(simulation, environment, cuit) ?? invented.vatStatus,
    ...(told?.address === undefined ? {} : { address: { street: told.address } }),
  };
}

/** Title of a taxpayer on every page of the portal: `Panadería La Espiga S.A. [30-12345678-1]`. */
export function taxpayerTitle(simulation: Simulation, environment: Environment, cuit: string): string {
  const told = findTaxpayer(simulation, environment, cuit);
  const kind = told?.kind ?? (isPerson(cuit) ? 'person' : 'company');
  return `${told?.name ?? joinName(inventName(cuit, kind))} [${formatCuit(cuit)}]`;
}

/** Domicile offered by the portal for a point of sale. */
export function taxpayerAddress(simulation: Simulation, environment: Environment, cuit: string): string {
  const told = findTaxpayer(simulation, environment, cuit)?.address;
  if (told !== undefined) return told;
  const { address } = inventTaxpayer(cuit);
  if (!address) return 'Av. Siempreviva 742, Ciudad Autónoma de Buenos Aires';
  return [address.street, address.place?.locality, address.place?.province].filter(Boolean).join(', ');
}

/** A person's name is given as `Ana Beltrán`. */
function splitName(name: string, kind: TaxpayerKind): TaxpayerName {
  if (kind === 'company') return { businessName: name };
  const words = name.split(/\s+/);
  return { surname: words.at(-1) ?? '', givenName: words.slice(0, -1).join(' ') };
}

function joinName(name: TaxpayerName): string {
  return 'businessName' in name ? name.businessName : `${name.surname} ${name.givenName}`;
}
