import type { z } from 'zod';
import type { Details } from '#lib/registrations/progress.ts';
import type { FieldError } from './step-props.ts';
import type { Texts } from './texts.tsx';

type Code = 'name-missing' | 'name-too-long' | 'email-missing' | 'email-invalid';

/** The first fault of each field in the supplier's words. The schema's messages are the keys of the texts. */
export function fieldErrors(error: z.ZodError<Details>, t: Texts): FieldError[] {
  const first = new Map<string, FieldError>();
  for (const { path, message } of error.issues) {
    const field = String(path[0]);
    if (!first.has(field)) first.set(field, { field, message: t(`details.${message as Code}`) });
  }
  return [...first.values()];
}
