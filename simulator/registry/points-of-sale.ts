import { requireCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { PointOfSaleRecord, PointOfSaleSystem, VatStatus } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';

/**
 * Options of the field «Sistema» in the portal's form. Quoted verbatim where docs/authority.md#live-portal records
 * them.
 */
export const systemTitles: Record<PointOfSaleSystem, string> = {
  RECE: 'RECE para aplicativo y web services',
  MONOTRIBUTO: 'Factura Electrónica - Monotributo - Web Services',
  EXENTO: 'Factura Electrónica - Exento en IVA - Web Services',
  FEEWS: 'Comprobantes de Exportación - Web Services',
  ONLINE: 'Factura en Línea - Comprobantes en línea',
};

/** EmisionTipo by system. WSFE lists no point of sale for exports or for «Comprobantes en línea». */
export const emissionTypes: Record<PointOfSaleSystem, string | undefined> = {
  RECE: 'CAE - Ri Iva',
  MONOTRIBUTO: 'CAE - Monotributo',
  EXENTO: 'CAE - Exento Iva',
  FEEWS: undefined,
  ONLINE: undefined,
};

/** VAT status required by a system. Exports and «Comprobantes en línea» are for everybody. */
const statusOfSystem: Record<PointOfSaleSystem, VatStatus | undefined> = {
  RECE: 'registered',
  MONOTRIBUTO: 'monotributo',
  EXENTO: 'exempt',
  FEEWS: undefined,
  ONLINE: undefined,
};

/**
 * VAT status of a taxpayer, implied by the system of their newest point of sale. Points of sale for everybody imply
 * none and are skipped.
 */
export const vatStatusFromPointsOfSale = (
  simulation: Simulation,
  environment: Environment,
  cuit: string,
): VatStatus | undefined =>
  simulation.offices[environment].records.pointsOfSale
    .filter((record) => record.cuit === cuit)
    .map(({ system }) => statusOfSystem[system])
    .findLast((status) => status !== undefined);

/**
 * Adds a point of sale. In live a taxpayer does this in the portal. How points of sale get into the sandbox's list is
 * unknown: here a script adds them, and the sandbox accepts numbers that are not listed too
 * (docs/authority.md#points-of-sale).
 */
export function addPointOfSale(
  simulation: Simulation,
  environment: Environment,
  input: PointOfSaleRecord,
): PointOfSaleRecord {
  const record = { ...input, cuit: requireCuit(input.cuit) };
  if (!Number.isInteger(record.number) || record.number < 1 || record.number > 99_998) {
    throw new Refusal('El número de punto de venta debe estar comprendido entre 1 y 99998');
  }
  if (pointsOfSaleOf(simulation, environment, record.cuit).some(({ number }) => number === record.number)) {
    throw new Refusal('El punto de venta ya existe', 409);
  }
  simulation.offices[environment].records.pointsOfSale.push(record);
  simulation.save();
  return record;
}

export function pointsOfSaleOf(
  simulation: Simulation,
  environment: Environment,
  cuit: string,
): PointOfSaleRecord[] {
  return simulation.offices[environment].records.pointsOfSale
    .filter((record) => record.cuit === cuit)
    .sort((one, other) => one.number - other.number);
}
