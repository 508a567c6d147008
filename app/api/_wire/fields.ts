import { z } from 'zod';
import { AltaError } from '#lib/errors.ts';

export const Uuid = z.uuid('must be a UUID').toLowerCase();

/** The parameters of a path such as `jobs/{id}`. */
export const ById = z.strictObject({ id: Uuid });

/** For `catch`: rethrows the error with its fields renamed as in the request. `names` maps fields that differ. */
export const withFieldsNamed =
  (names: Record<string, string>) =>
  (error: unknown): never => {
    if (!(error instanceof AltaError)) throw error;
    const fields = Object.entries(error.fields).map(([name, message]) => [names[name] ?? name, message]);
    throw new AltaError(error.key, error.message, { ...error, fields: Object.fromEntries(fields) });
  };
