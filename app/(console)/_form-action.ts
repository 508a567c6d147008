import 'server-only';

import type { z } from 'zod';
import { parseAt } from '#lib/documents/validation.ts';
import { settle } from './_action.ts';
import type { ActionFailure } from './_action-result.ts';

/** What a form that works without script shows after it was sent: why not, and what was typed. */
export interface FormState {
  failure?: ActionFailure;
  /** Without the passwords. */
  typed: Record<string, string>;
}

/**
 * An action for `useActionState`, of a form that anyone may send: login, setup, invitation. It ends in a redirect,
 * or comes back with what was wrong.
 */
export function formAction<Schema extends z.ZodType>(
  schema: Schema,
  handle: (input: z.output<Schema>) => Promise<void>,
) {
  return async (_before: FormState, form: FormData): Promise<FormState> => {
    const typed = Object.fromEntries(
      [...form].filter(
        (field): field is [string, string] => typeof field[1] === 'string' && !field[0].startsWith('$ACTION'),
      ),
    );
    const result = await settle(async () => handle(parseAt(schema, typed, [])));
    const kept = Object.fromEntries(Object.entries(typed).filter(([name]) => !/password/i.test(name)));
    return result.ok ? { typed: kept } : { failure: result, typed: kept };
  };
}
