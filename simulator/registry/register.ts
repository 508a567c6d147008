import { formatCuit, isPerson, parseCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { TaxpayerKind, TaxpayerRecord } from '../records.ts';
import type { Simulation } from '../simulation.ts';
import { testCompanies } from '../test-companies.ts';
import { vatStatusFromPointsOfSale } from './points-of-sale.ts';
import {
  findTaxpayer,
  inventName,
  inventTaxpayer,
  isUnassigned,
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
  const explicit = findTaxpayer(simulation, environment, cuit);
  if (!(explicit?.exists ?? !isUnassigned(cuit))) return undefined;
  const invented = inventTaxpayer(cuit);
  const kind = explicit?.kind ?? invented.kind;
  const { size, isLimited, isExporter = true } = { ...testCompanies[cuit]?.taxpayer, ...explicit };
  return {
    ...invented,
    ...(size ? { size } : {}),
    ...(isLimited ? { isLimited } : {}),
    isExporter,
    kind,
    name: nameOf(explicit, cuit, kind),
    state: explicit?.state ?? invented.state,
    vatStatus:
      explicit?.vatStatus ?? vatStatusFromPointsOfSale(simulation, environment, cuit) ?? invented.vatStatus,
    ...(explicit?.address === undefined ? {} : { address: { street: explicit.address } }),
  };
}

/**
 * Title of a taxpayer on every page of the portal, with the name that the register returns:
 * `Panadería La Espiga S.A. [30-12345678-1]`, `Beltrán Ana [27-12345678-0]`.
 */
export function taxpayerTitle(simulation: Simulation, environment: Environment, cuit: string): string {
  const explicit = findTaxpayer(simulation, environment, cuit);
  const kind = explicit?.kind ?? (isPerson(cuit) ? 'person' : 'company');
  return `${joinName(nameOf(explicit, cuit, kind))} [${formatCuit(cuit)}]`;
}

/** Domicile offered by the portal for a point of sale. */
export function taxpayerAddress(simulation: Simulation, environment: Environment, cuit: string): string {
  const explicit = findTaxpayer(simulation, environment, cuit)?.address;
  if (explicit !== undefined) return explicit;
  const { address } = inventTaxpayer(cuit);
  if (!address) return 'Av. Siempreviva 742, Ciudad Autónoma de Buenos Aires';
  return [address.street, address.place?.locality, address.place?.province].filter(Boolean).join(', ');
}

const nameOf = (explicit: TaxpayerRecord | undefined, cuit: string, kind: TaxpayerKind): TaxpayerName =>
  explicit?.name === undefined ? inventName(cuit, kind) : splitName(explicit.name, kind);

/** A person's `name` has the surname last: `Ana Beltrán`. */
function splitName(name: string, kind: TaxpayerKind): TaxpayerName {
  if (kind === 'company') return { businessName: name };
  const words = name.split(/\s+/);
  return { surname: words.at(-1) ?? '', givenName: words.slice(0, -1).join(' ') };
}

function joinName(name: TaxpayerName): string {
  return 'businessName' in name ? name.businessName : `${name.surname} ${name.givenName}`;
}
