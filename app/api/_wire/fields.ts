import { z } from 'zod';
import { AltaError } from '#lib/errors.ts';

export const Uuid = z.uuid('must be a UUID').toLowerCase();

/** The parameters of a path such as `jobs/{id}`. */
export const ById = z.strictObject({ id: Uuid });

/** For `catch`: rethrows an error with its fields named as in the request. `names` maps those that differ. */
export const withFieldsNamed =
  (names: Record<string, string>) =>
  (error: unknown): never => {
    if (!(error instanceof AltaError)) throw error;
    const fields = Object.entries(error.fields).map(([name, said]) => [names[name] ?? name, said]);
    throw new AltaError(error.key, error.message, { ...error, fields: Object.fromEntries(fields) });
  };
