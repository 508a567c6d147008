import type { Context } from '#lib/context.ts';
import { sideBySide } from '#lib/database/sets.ts';
import { parseAt } from '#lib/documents/validation.ts';
import { AltaError, type Fault } from '#lib/errors.ts';
import { breather } from '#lib/turns.ts';
import type { Batch } from './batches.ts';
import { operations } from './operations.ts';

export interface NewRow {
  /** The client's own, unique in the batch. */
  key: string;
  data: Record<string, unknown>;
}

/** A fault of a row, with its paths into the row's data; without a path it is the row's key's. */
export interface RowFault {
  /** The row's place, from 0. */
  index: number;
  fault: Fault;
  /** Where it is in the row: `data.days`. */
  field: string;
}

/** What these ask of the database goes in one statement. */
const rowsAtOnce = 50;

/**
 * What is wrong with rows before any of them is worked: what the operation could know of them by themselves.
 * @param most with so many faults the rows after are not looked at
 */
export async function checkRows(
  ctx: Context,
  operation: Batch['operation'],
  rows: readonly NewRow[],
  most = Number.POSITIVE_INFINITY,
): Promise<RowFault[]> {
  const found: RowFault[] = [];
  const breathe = breather();
  const places = new Map<string, number>();
  for (let from = 0; from < rows.length && found.length < most; from += rowsAtOnce) {
    const portion = rows.slice(from, from + rowsAtOnce);
    const faults = await sideBySide(portion, ({ data }) => faultsIn(ctx, operation, data));
    for (const [place, { key }] of portion.entries()) {
      const index = from + place;
      const first = places.get(key);
      places.set(key, first ?? index);
      if (first !== undefined) found.push({ index, field: 'key', fault: sameKey(first) });
      found.push(...(faults[place] ?? []).map((fault) => ({ index, ...fault })));
    }
    await breathe();
  }
  return found;
}

const sameKey = (first: number): Fault => ({
  code: 'same-key',
  message: `is that of rows[${first}] too`,
  params: { row: first + 1 },
});

async function faultsIn(
  ctx: Context,
  name: Batch['operation'],
  data: NewRow['data'],
): Promise<Omit<RowFault, 'index'>[]> {
  const { row, check } = operations[name];
  try {
    const parsed = parseAt(row, data, []);
    await check?.(ctx, parsed);
    return [];
  } catch (error) {
    if (!(error instanceof AltaError)) throw error;
    const { faults, fields, message } = error;
    const places = Object.keys(fields);
    if (faults.length === places.length) {
      return faults.map((fault, place) => ({ field: below(places[place]), fault }));
    }
    return places.map((field) => ({
      field: below(field),
      fault: { code: error.key, message: fields[field] ?? message },
    }));
  }
}

const below = (field: string | undefined) => (field ? `data.${field}` : 'data');
