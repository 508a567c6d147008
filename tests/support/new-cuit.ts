import { randomInt } from 'node:crypto';

const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** A valid CUIT that no other test has: `30` for a company, `27` for a person. */
export function newCuit(prefix: '27' | '30'): string {
  for (;;) {
    const digits = `${prefix}${randomInt(10_000_000, 99_999_999)}`;
    const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
    const check = (11 - (sum % 11)) % 11;
    // In this case the authority assigns another prefix.
    if (check !== 10) return `${digits}${check}`;
  }
}

export const formatCuit = (cuit: string) => `${cuit.slice(0, 2)}-${cuit.slice(2, 10)}-${cuit.slice(10)}`;
