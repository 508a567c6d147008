import type { Fault } from '#lib/errors.ts';

/** What an action answers: a value, or why not, in the reader's language. The client keeps what was typed. */
export type ActionResult<Value> = { ok: true; value: Value } | ActionFailure;

export interface ActionFailure {
  ok: false;
  /** Of the AltaError, or `signed-out` when there is no session any more. */
  code: string;
  message: string;
  /** Dotted path of the input -> message, as Mantine's `form.setErrors` takes it. */
  fields: Record<string, string>;
  faults: Fault[];
  /** The same in the log, when it is our fault. */
  reference?: string;
}
