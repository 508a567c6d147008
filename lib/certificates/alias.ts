import { randomInt } from 'node:crypto';

const suffixAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const suffixLength = 5;
const longest = 30;
export const longestAliasPrefix = longest - suffixLength;

/**
 * The name under which the authority's portal will file the certificate. The sandbox takes letters and digits
 * only («El Nombre simbólico del DN sólo puede contener números y/o letras»), never frees a name and refuses a
 * repeated one, hence the random suffix, without the characters that people mistype.
 */
export function createAlias(prefix = 'alta'): string {
  const letters = prefix
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '');
  const suffix = Array.from({ length: suffixLength }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]);
  return (letters || 'alta').slice(0, longestAliasPrefix) + suffix.join('');
}
