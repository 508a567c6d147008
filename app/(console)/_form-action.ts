import 'server-only';

import type { z } from 'zod';
import { parsed, settle } from './_action.ts';
import type { ActionFailure } from './_action-result.ts';

/** What a form that works without script shows after it was sent: that it is done, or why not and what was typed. */
export interface FormState {
  state: 'new' | 'done' | 'failed';
  failure?: ActionFailure;
  /** Without the passwords. */
  typed: Record<string, string>;
}

/**
 * An action for `useActionState`, where the form is a plain one: login, setup, invitation, password. Who may send
 * it `handle` decides. It ends in a redirect, or comes back with what there is to say.
 */
export function formAction<Schema extends z.ZodType>(
  schema: Schema,
  handle: (input: z.output<Schema>) => Promise<void>,
) {
  return async (_before: FormState, form: FormData): Promise<FormState> => {
    const sent = textsOf(form);
    const result = await settle(async () => handle(parsed(schema, sent)));
    if (result.ok) return { state: 'done', typed: {} };
    const typed = Object.fromEntries(Object.entries(sent).filter(([name]) => !/password/i.test(name)));
    return { state: 'failed', failure: result, typed };
  };
}

/** Without a script the framework's own fields come along. */
function textsOf(form: FormData): Record<string, string> {
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts.filter(([name]) => !name.startsWith('$ACTION')));
}
