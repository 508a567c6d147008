import { normaliseCuit } from '#lib/documents/cuit.ts';
import { partySchema } from '#lib/documents/schema-addresses.ts';
import { readDay } from './cells.ts';
import type { Table, UploadFault } from './table.ts';
import type { ReadRow } from './upload.ts';

export const supplierColumns = [
  'key',
  'name',
  'cuit',
  'email',
  'phone',
  'street',
  'number',
  'locality',
  'region',
  'postalCode',
  'grossIncome',
  'activitySince',
] as const;
type Column = (typeof supplierColumns)[number];
export const requiredOfSuppliers: readonly Column[] = ['name', 'cuit'];

const columnOf: Record<string, Column> = {
  name: 'name',
  tax_id: 'cuit',
  'tax_id.code': 'cuit',
  'emails[0].addr': 'email',
  'registration.other': 'activitySince',
};

/** A supplier of each line. One without a key of its own is known by the CUIT. */
export function readSuppliers({ lines }: Table<Column>): { rows: ReadRow[]; faults: UploadFault[] } {
  const faults: UploadFault[] = [];
  const rows = lines.map(({ line, cells }): ReadRow => {
    const since = cells.activitySince && readDay(cells.activitySince);
    if (since && 'code' in since) faults.push({ line, column: 'activitySince', code: since.code });
    const address = {
      ...(cells.street ? { street: cells.street } : {}),
      ...(cells.number ? { num: cells.number } : {}),
      ...(cells.locality ? { locality: cells.locality } : {}),
      ...(cells.region ? { region: cells.region } : {}),
      ...(cells.postalCode ? { code: cells.postalCode } : {}),
    };
    return {
      lines: [line],
      key: cells.key || normaliseCuit(cells.cuit),
      title: cells.name,
      doc: {
        $schema: partySchema,
        name: cells.name,
        tax_id: { country: 'AR', code: cells.cuit },
        ...(cells.email ? { emails: [{ addr: cells.email }] } : {}),
        ...(cells.phone ? { telephones: [{ num: cells.phone }] } : {}),
        ...(Object.keys(address).length > 0 ? { addresses: [{ ...address, country: 'AR' }] } : {}),
        ...(cells.grossIncome ? { identities: [{ type: 'IIBB', code: cells.grossIncome }] } : {}),
        ...(since && 'value' in since ? { registration: { other: since.value } } : {}),
      },
      placeOf: (path) => ({
        line,
        column: columnOf[path] ?? (path === 'key' ? (cells.key ? 'key' : 'cuit') : undefined),
      }),
    };
  });
  return { rows, faults };
}
