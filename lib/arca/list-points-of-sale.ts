import { callWsfe, isoDate, type WsfeCaller, type WsfeRefusal } from './wsfe.ts';
import { listAt, nodeAt, textAt, type XmlNode } from './xml.ts';

/** A point of sale as the authority lists it. */
export interface PointOfSale {
  number: number;
  /** The authority's own words, such as `CAE - Monotributo`. */
  system: string;
  blocked: boolean;
  /** ISO date. */
  closedOn?: string | undefined;
  usable: boolean;
}

export type PointsOfSaleOutcome = { kind: 'listed'; pointsOfSale: PointOfSale[] } | WsfeRefusal;

const noResults = 602;

/** The company's points of sale for web services. The sandbox may list some, and takes any other number too. */
export async function listPointsOfSale(caller: WsfeCaller): Promise<PointsOfSaleOutcome> {
  const outcome = await callWsfe('FEParamGetPtosVenta', caller);
  if (outcome.kind === 'refused' && outcome.code === noResults) return { kind: 'listed', pointsOfSale: [] };
  if (outcome.kind !== 'result') return outcome;
  const ptosVenta = listAt(nodeAt(outcome.result, 'ResultGet'), 'PtoVenta');
  return { kind: 'listed', pointsOfSale: ptosVenta.map(translate) };
}

function translate(ptoVenta: XmlNode): PointOfSale {
  const system = textAt(ptoVenta, 'EmisionTipo');
  const blocked = textAt(ptoVenta, 'Bloqueado').toUpperCase() === 'S';
  // An open one has the literal `NULL`.
  const closedOn = isoDate(textAt(ptoVenta, 'FchBaja'));
  // Alta asks for a CAE. CAEA is for contingencies only since RG 5782/2025, and what is neither is no web service's.
  const usable = !blocked && !closedOn && /^CAE(?![A-Z])/i.test(system);
  return { number: Number(textAt(ptoVenta, 'Nro')), system, blocked, closedOn, usable };
}
