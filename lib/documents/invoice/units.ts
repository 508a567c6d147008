/**
 * Units of a line: GOBL's name -> the authority's code (its table «Unidades de medida», V.0 of 2010-08-25;
 * FEXGetPARAM_UMed). Only the service for exports receives them.
 */
const units = {
  piece: 7,
  kg: 1,
  g: 14,
  mg: 41,
  t: 29,
  l: 5,
  ml: 47,
  m: 2,
  cm: 20,
  mm: 15,
  km: 17,
  m2: 3,
  m3: 4,
  pair: 8,
  dozen: 9,
  pkg: 62,
  box: 98,
  bag: 98,
  h: 98,
  day: 98,
  mon: 98,
} as const;

/** Units to choose from, in the usual order. */
export const unitNames = Object.keys(units) as (keyof typeof units)[];

const otherUnit = 98;

/** The authority's code of a unit. A line without one is counted in pieces. */
export function authorityUnit(unit = 'piece'): number {
  const name = unit === 'item' ? 'piece' : unit;
  return Object.hasOwn(units, name) ? units[name as keyof typeof units] : otherUnit;
}
