import Big from 'big.js';
import { type Broken, broken } from './broken.ts';

/**
 * What was sent of something that Alta calculates, compared with what it calculated: `1`, `1.0` and `"1.00"` are the
 * same, what was left out is not missed, and what is not calculated is not known. One fault for each difference.
 */
export function differences(sent: unknown, calculated: unknown, path: (string | number)[]): Broken[] {
  if (calculated === undefined)
    return [broken('unknown-field', path, 'is not something that Alta calculates')];
  if (isContainer(calculated)) {
    if (!isContainer(sent))
      return [broken('amount-mismatch', path, 'is not of the shape that GOBL gives it')];
    return Object.entries(sent).flatMap(([name, value]) =>
      differences(value, memberOf(calculated, name), [...path, Array.isArray(sent) ? Number(name) : name]),
    );
  }
  if (isSame(sent, calculated)) return [];
  const was = ['string', 'number'].includes(typeof sent) ? `is ${String(sent).slice(0, 40)}` : 'is no amount';
  return [broken('amount-mismatch', path, `${was}, but the document adds up to ${String(calculated)}`)];
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const memberOf = (container: Record<string, unknown>, name: string) =>
  Object.hasOwn(container, name) ? container[name] : undefined;

function isSame(sent: unknown, calculated: unknown): boolean {
  if (sent === calculated) return true;
  const [one, other] = [numberIn(sent), numberIn(calculated)];
  return one !== undefined && other !== undefined && one.eq(other);
}

function numberIn(value: unknown): Big | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? new Big(value.toPrecision(15)) : undefined;
  if (typeof value !== 'string' || value.length > 60 || !/^-?\d+(\.\d+)?%?$/.test(value)) return undefined;
  return new Big(value.replace('%', ''));
}
