import type { Context } from '#lib/context.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { invoiceSchema } from '#lib/documents/schema-addresses.ts';
import { type IssuerPart, issuerPart } from '#lib/invoices/first-draft.ts';
import { findRegisteredSupplier, listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { breather } from '#lib/turns.ts';
import { type Cell, readDay, readDecimal, readPercent, readSold, readVat } from './cells.ts';
import type { Table, TableLine, UploadFault } from './table.ts';
import type { ReadRow } from './upload.ts';

export const invoiceColumns = [
  'key',
  'issuer',
  'pointOfSale',
  'date',
  'customerName',
  'customerCuit',
  'customerDni',
  'street',
  'number',
  'locality',
  'region',
  'postalCode',
  'description',
  'sold',
  'quantity',
  'price',
  'discount',
  'vat',
  'periodStart',
  'periodEnd',
  'dueDate',
  'currency',
  'exchangeRate',
  'notes',
] as const;
type Column = (typeof invoiceColumns)[number];
type Line = TableLine<Column>;
export const requiredOfInvoices: readonly Column[] = ['key', 'issuer', 'description', 'price'];

/** Of a line of the invoice; the others are of all of it, and may be left out after its first. */
const ofLine: readonly Column[] = ['key', 'description', 'sold', 'quantity', 'price', 'discount', 'vat'];

/** An invoice of the lines that have the same key. */
export async function readInvoices(
  ctx: Context,
  { lines }: Table<Column>,
): Promise<{ rows: ReadRow[]; faults: UploadFault[] }> {
  const faults: UploadFault[] = [];
  const issuers = new Map<string, IssuerPart | undefined>();
  const rows: ReadRow[] = [];
  for (const { line } of lines.filter(({ cells }) => !cells.key)) {
    faults.push({ line, column: 'key', code: 'required' });
  }
  const groups = Map.groupBy(
    lines.filter(({ cells }) => cells.key),
    ({ cells }) => cells.key,
  );
  const breathe = breather();
  for (const [key, [first, ...others]] of groups) {
    if (!first) continue;
    await breathe();
    faults.push(...differences(first, others));
    const cuit = normaliseCuit(first.cells.issuer);
    if (!issuers.has(cuit)) issuers.set(cuit, await findIssuerPart(ctx, cuit));
    const issuer = issuers.get(cuit);
    if (issuer) rows.push(invoiceOf(key, issuer, first, others, faults));
    else faults.push({ line: first.line, column: 'issuer', code: issuerCode(cuit), params: { cuit } });
  }
  return { rows, faults };
}

const issuerCode = (cuit: string) => (isValidCuit(cuit) ? 'issuer' : cuit ? 'cuit' : 'required');

async function findIssuerPart(ctx: Context, cuit: string): Promise<IssuerPart | undefined> {
  if (!isValidCuit(cuit)) return undefined;
  const [listed] = await listRegisteredSuppliers(ctx, { q: cuit });
  const supplier = listed && (await findRegisteredSupplier(ctx, listed.id));
  return supplier && issuerPart(ctx, supplier);
}

function differences(first: Line, others: Line[]): UploadFault[] {
  return others.flatMap(({ line, cells }) =>
    invoiceColumns
      .filter((column) => !ofLine.includes(column) && cells[column] && cells[column] !== first.cells[column])
      .map((column) => ({ line, column, code: 'differs', params: { row: first.line } })),
  );
}

function invoiceOf(
  key: string,
  { supplier, series, isSimplified }: IssuerPart,
  first: Line,
  others: Line[],
  faults: UploadFault[],
): ReadRow {
  const { cells } = first;
  const lines = [first, ...others];
  const read = <Value>({ line, cells: own }: Line, column: Column, of: (text: string) => Cell<Value>) => {
    const cell = of(own[column]);
    if ('value' in cell) return cell.value;
    faults.push({ line, column, code: own[column] ? cell.code : 'required' });
    return undefined;
  };
  const dayOf = (column: Column) => (cells[column] ? read(first, column, readDay) : undefined);
  const [date, start, end, due] = [dayOf('date'), dayOf('periodStart'), dayOf('periodEnd'), dayOf('dueDate')];
  const customer = customerOf(cells);
  const currency = cells.currency.toUpperCase();
  const rate = cells.exchangeRate ? read(first, 'exchangeRate', readDecimal) : undefined;
  if (rate && !currency) faults.push({ line: first.line, column: 'currency', code: 'required' });
  return {
    lines: lines.map(({ line }) => line),
    key,
    title: [key, cells.customerName].filter(Boolean).join(' · '),
    doc: {
      $schema: invoiceSchema,
      ...(isSimplified ? { $tags: ['monotax'] } : {}),
      series: cells.pointOfSale || series,
      ...(date ? { issue_date: date } : {}),
      ...(currency ? { currency } : {}),
      ...(rate ? { exchange_rates: [{ from: currency, to: 'ARS', amount: rate }] } : {}),
      supplier,
      ...(customer ? { customer } : {}),
      lines: lines.map((line) => ({
        quantity: line.cells.quantity ? read(line, 'quantity', readDecimal) : '1',
        item: {
          ...(read(line, 'sold', readSold) === 'goods' ? { key: 'goods' } : {}),
          name: line.cells.description,
          price: read(line, 'price', readDecimal),
        },
        ...(line.cells.discount ? { discounts: [{ percent: read(line, 'discount', readPercent) }] } : {}),
        ...(isSimplified ? {} : { taxes: read(line, 'vat', readVat) }),
      })),
      ...(start || end ? { ordering: { period: { start, end } } } : {}),
      ...(due ? { payment: { terms: { due_dates: [{ date: due, percent: '100%' }] } } } : {}),
      ...(cells.notes ? { notes: [{ text: cells.notes }] } : {}),
    },
    placeOf: (path) => placeIn(path, lines),
  };
}

function customerOf(cells: Line['cells']): Record<string, unknown> | undefined {
  const { customerName: name, customerCuit, customerDni } = cells;
  if (!name && !customerCuit && !customerDni) return undefined;
  const address = {
    ...(cells.street ? { street: cells.street } : {}),
    ...(cells.number ? { num: cells.number } : {}),
    ...(cells.locality ? { locality: cells.locality } : {}),
    ...(cells.region ? { region: cells.region } : {}),
    ...(cells.postalCode ? { code: cells.postalCode } : {}),
  };
  return {
    name,
    ...(customerCuit ? { tax_id: { country: 'AR', code: customerCuit } } : {}),
    ...(customerDni && !customerCuit
      ? { identities: [{ code: customerDni.replace(/\D/g, ''), ext: { 'ar-arca-identity-type': '96' } }] }
      : {}),
    ...(Object.keys(address).length > 0 ? { addresses: [{ ...address, country: 'AR' }] } : {}),
  };
}

const places: [RegExp, Column][] = [
  [/^lines\[\d+\]\.quantity/, 'quantity'],
  [/^lines\[\d+\]\.item\.price/, 'price'],
  [/^lines\[\d+\]\.item/, 'description'],
  [/^lines\[\d+\]\.discounts/, 'discount'],
  [/^lines\[\d+\]\.taxes/, 'vat'],
  [/^series/, 'pointOfSale'],
  [/^issue_date/, 'date'],
  [/^supplier/, 'issuer'],
  [/^customer\.name/, 'customerName'],
  [/^customer\.identities/, 'customerDni'],
  [/^customer\.addresses/, 'street'],
  [/^customer/, 'customerCuit'],
  [/^ordering\.period\.end/, 'periodEnd'],
  [/^ordering/, 'periodStart'],
  [/^payment/, 'dueDate'],
  [/^currency/, 'currency'],
  [/^exchange_rates/, 'exchangeRate'],
  [/^notes/, 'notes'],
];

function placeIn(path: string, lines: Line[]): { line: number; column: string | undefined } {
  const [, index = '0'] = /^lines\[(\d+)\]/.exec(path) ?? [];
  const line = (lines[Number(index)] ?? lines[0])?.line ?? 1;
  return { line, column: places.find(([pattern]) => pattern.test(path))?.[1] };
}
