import type { Environment } from '../environment.ts';
import { Refusal } from '../refusal.ts';

// ub-common-name of X.520; the authority's own limit isn't known.
const longest = 64;

/** Throws what the portal says of a bad alias: docs/authority.md#alias. */
export function checkAlias(environment: Environment, alias: string): void {
  if (environment === 'sandbox' && !/^[A-Za-z0-9]+$/.test(alias)) {
    throw new Refusal('El Nombre simbólico del DN sólo puede contener números y/o letras');
  }
  // Aliases with `_` and `-` were seen in production; the wording of this refusal is ours.
  if (environment === 'live' && !/^[A-Za-z0-9_-]+$/.test(alias)) {
    throw new Refusal('El ALIAS sólo puede contener números, letras, guiones y guiones bajos');
  }
  if (alias.length > longest) throw new Refusal(`El ALIAS supera los ${longest} caracteres`);
}
