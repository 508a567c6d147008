import { AltaError } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { storedFault } from '#lib/faults/render.ts';

/** What a verb says is wrong with a row; undefined where it says nothing of it. */
export function faultsOf(error: unknown): StoredFault[] | undefined {
  if (!(error instanceof AltaError) || error.key === 'internal' || error.key === 'unavailable')
    return undefined;
  const { key, message, faults, fields } = error;
  const code = error.code ?? key;
  if (faults.length > 0) return faults.map(storedFault);
  const ofFields = Object.entries(fields).map(([path, said]) => ({
    code,
    message: said,
    paths: [`$.${path}`],
  }));
  return ofFields.length > 0 ? ofFields : [{ code, message }];
}
