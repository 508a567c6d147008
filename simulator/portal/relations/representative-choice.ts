import { parseCuit } from '#simulator/cuit.ts';
import { aliasesOf } from '#simulator/registry/certificates.ts';
import { delegationsTo } from '#simulator/registry/delegations.ts';
import { represents } from '#simulator/registry/taxpayers.ts';
import { nameOf, type Visit } from '../visit.ts';
import type { ServiceChoice } from './service-choice.ts';

/** Carried through the forms: a taxpayer as `cuit:<cuit>`, a Computador Fiscal as `alias:<owner>-<alias>`. */
export type Representative = { value: string; title: string; cuit: string; alias?: string };

export type Computer = { cuit: string; alias: string };

export function readRepresentative(visit: Visit, text: string): Representative | undefined {
  const [, kind, digits, alias] = /^(cuit|alias):(\d{11})(?:-([A-Za-z0-9_-]+))?$/.exec(text) ?? [];
  const cuit = parseCuit(digits);
  if (!cuit || (kind === 'alias') !== (alias !== undefined)) return undefined;
  if (alias === undefined) return { value: text, cuit, title: nameOf(visit, cuit) };
  return { value: text, cuit, alias, title: `Computador Fiscal ${alias}` };
}

/**
 * Aliases of the taxpayer in whose name one acts, and of the delegate, if it is as one that one acts: an empty list
 * means that the certificate was made under another CUIT.
 */
export function offeredComputers(visit: Visit, choice: ServiceChoice): Computer[] {
  const { actingFor } = visit.session;
  const owners = [...(actsForItself(visit) ? [actingFor] : []), ...delegatesOf(visit, choice)];
  return owners.flatMap((cuit) =>
    aliasesOf(visit.simulation, visit.environment, cuit).map((alias) => ({ cuit, alias })),
  );
}

/** Those of the person's taxpayers to whom the one in whose name they act gave the service. */
export function delegatesOf({ simulation, session }: Visit, { kind, id }: ServiceChoice): string[] {
  if (kind === 'interactive') return [];
  return delegationsTo(simulation, session.person)
    .filter(({ representedCuit, service }) => representedCuit === session.actingFor && service === id)
    .map(({ delegateCuit }) => delegateCuit);
}

/** Or as a delegate only, who may give what was given to them to their own computers and to nobody else. */
export function actsForItself({ simulation, environment, session }: Visit): boolean {
  return represents(simulation, environment, session.person, session.actingFor);
}
