import { isPerson, requireCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { TaxpayerRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';

/** What is known of a taxpayer from now on, in place of what was. */
export function registerTaxpayer(
  simulation: Simulation,
  environment: Environment,
  input: TaxpayerRecord,
): TaxpayerRecord {
  const record = { ...input, cuit: requireCuit(input.cuit) };
  if (input.representedBy) record.representedBy = input.representedBy.map(requirePerson);
  const { records } = simulation.offices[environment];
  records.taxpayers = [...records.taxpayers.filter(({ cuit }) => cuit !== record.cuit), record];
  simulation.save();
  return record;
}

/** A company that nobody told of: who types its CUIT represents it from now on. */
export function represent(
  simulation: Simulation,
  environment: Environment,
  person: string,
  typed: string,
): string {
  const cuit = requireCuit(typed);
  if (representedBy(simulation, environment, person).includes(cuit)) return cuit;
  const known = findTaxpayer(simulation, environment, cuit) ?? { cuit };
  registerTaxpayer(simulation, environment, {
    ...known,
    representedBy: [...(known.representedBy ?? []), person],
  });
  return cuit;
}

/** Oneself first, then the companies in the order in which they came. */
export function representedBy(simulation: Simulation, environment: Environment, person: string): string[] {
  const others = simulation.offices[environment].records.taxpayers.filter(
    ({ cuit, exists }) =>
      cuit !== person && exists !== false && represents(simulation, environment, person, cuit),
  );
  return [person, ...others.map(({ cuit }) => cuit)];
}

/** Of a company that nobody told of, everybody may say so. */
export function represents(
  simulation: Simulation,
  environment: Environment,
  person: string,
  cuit: string,
): boolean {
  if (cuit === person) return true;
  return findTaxpayer(simulation, environment, cuit)?.representedBy?.includes(person) ?? !isPerson(cuit);
}

/** What was told of it. */
export function findTaxpayer(
  simulation: Simulation,
  environment: Environment,
  cuit: string,
): TaxpayerRecord | undefined {
  return simulation.offices[environment].records.taxpayers.find((taxpayer) => taxpayer.cuit === cuit);
}

function requirePerson(value: string): string {
  const cuit = requireCuit(value);
  if (!isPerson(cuit)) throw new Refusal('represented_by: sólo personas');
  return cuit;
}
