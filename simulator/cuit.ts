import { Refusal } from './refusal.ts';

const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
const personPrefixes = new Set(['20', '23', '24', '25', '26', '27']);
const prefixes = new Set([...personPrefixes, '30', '33', '34', '50', '51', '55']);

/** Whether the value has eleven digits and a CUIT prefix. The check digit is not verified. */
export const hasCuitForm = (value: number | string): boolean =>
  /^\d{11}$/.test(String(value)) && prefixes.has(String(value).slice(0, 2));

/** The eleven digits, or undefined if the prefix or the check digit is wrong (docs/authority.md#cuit). */
export function parseCuit(value: unknown): string | undefined {
  const digits = String(value ?? '').replace(/[\s.-]/g, '');
  if (!hasCuitForm(digits)) return undefined;
  return checkDigit(digits) === Number(digits[10]) ? digits : undefined;
}

/** By the first ten digits. */
export function checkDigit(digits: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (11 - (sum % 11)) % 11;
}

export function requireCuit(value: unknown): string {
  const cuit = parseCuit(value);
  if (!cuit) throw new Refusal('La CUIT ingresada es inválida');
  return cuit;
}

/** Only people hold a clave fiscal: a company's CUIT cannot log in (docs/authority.md#who-may-log-in). */
export function isPerson(cuit: string): boolean {
  return personPrefixes.has(cuit.slice(0, 2));
}

export function formatCuit(cuit: string): string {
  return `${cuit.slice(0, 2)}-${cuit.slice(2, 10)}-${cuit.slice(10)}`;
}
