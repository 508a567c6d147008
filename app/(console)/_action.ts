import 'server-only';

import { randomUUID } from 'node:crypto';
import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import { requireRecentLogin } from '#lib/accounts/recent-login.ts';
import type { Session } from '#lib/accounts/sessions.ts';
import { requireOpen } from '#lib/context.ts';
import { parseDocument } from '#lib/documents/validation.ts';
import { AltaError, type Fault, notFound } from '#lib/errors.ts';
import { renderFault, storedFault } from '#lib/faults.ts';
import { refuseHarmfulJson } from '#lib/http/body.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { altaErrorOf } from '#lib/http/problem.ts';
import { batchLimits } from '#lib/limits.ts';
import { log } from '#lib/log.ts';
import { traced } from '#lib/tracing/tracing.ts';
import { faultKey } from './_fault-key.ts';
import { currentSession, currentVisit, lacksSecondFactor, type Visit } from './_session.ts';

/** Result of a server action: a value, or an error message in the reader's language. */
export type ActionResult<Value> = { ok: true; value: Value } | ActionFailure;

export interface ActionFailure {
  ok: false;
  /** Code of the AltaError, or `signed-out` if the session has ended. */
  code: string;
  message: string;
  /** Messages by dotted input path, as Mantine's `form.setErrors` takes them. */
  fields: Record<string, string>;
  faults: Fault[];
  /** Reference of the log entry; only for internal errors. */
  reference?: string;
}

/** State of a plain form, which also works without JavaScript. */
export interface FormState {
  state: 'new' | 'done' | 'failed';
  failure?: ActionFailure;
  /** The submitted values, without passwords. */
  typed: Record<string, string>;
}

/**
 * A server action of a workspace: authenticates the caller, parses the input, calls one function of lib/,
 * returns one result.
 *
 *     'use server';
 *     export const createSupplier = consoleAction(NewSupplier, async ({ ctx }, input) => {
 *       const entry = await createEntry(ctx, { folder: 'suppliers', data: input });
 *       refresh(); // of next/cache, if the data shown by the page changed
 *       return { id: entry.id };
 *     });
 *
 * Client components call `createSupplier(workspaceSlug, values)`, preferably through `useConsoleAction`. The
 * slug and the input come from the client and are checked here; nothing else from the caller is trusted. An
 * AltaError is shown in the reader's language if its code has a text in `messages/console/errors.*.json`.
 */
export function consoleAction<Schema extends z.ZodType, Value>(
  schema: Schema,
  handle: (visit: Visit, input: z.output<Schema>) => Promise<Value>,
) {
  return (workspace: string, input: z.input<Schema>): Promise<ActionResult<Value>> =>
    toResult(async () => {
      const visit = await admit(workspace);
      return traced('console action', { 'alta.workspace': visit.ctx.workspace.id }, () =>
        handle(visit, parsed(schema, input)),
      );
    });
}

/** A server action on the user's own account, outside any workspace. */
export function accountAction<Schema extends z.ZodType, Value>(
  schema: Schema,
  handle: (session: Session, input: z.output<Schema>) => Promise<Value>,
) {
  return (input: z.input<Schema>): Promise<ActionResult<Value>> =>
    toResult(async () => handle(await signedIn(), parsed(schema, input)));
}

/** A server action without a session: `handle` authorizes the caller and limits the rate. */
export function openAction<Schema extends z.ZodType, Value>(
  schema: Schema,
  handle: (input: z.output<Schema>) => Promise<Value>,
) {
  return (input: z.input<Schema>): Promise<ActionResult<Value>> =>
    toResult(async () => handle(parsed(schema, input)));
}

/**
 * Requires a recent login: `consoleAction(NewKey, afterRecentLogin(async ({ ctx }, input) => …))`. If the
 * login is too old, `useConsoleAction` asks the user to confirm it and repeats the action.
 */
export const afterRecentLogin =
  <Who, Input, Value>(handle: (who: Who, input: Input) => Promise<Value>) =>
  async (who: Who, input: Input): Promise<Value> => {
    await requireStepUp();
    return handle(who, input);
  };

/**
 * For actions that require a recent login only for some inputs. tests/integration/console/step-ups.ts lists
 * these actions with reasons.
 */
export const requireStepUp = async (): Promise<void> => requireRecentLogin(await signedIn());

/**
 * An action for `useActionState` in plain forms: login, setup, invitation, password. `handle` authorizes the
 * caller. It redirects, or returns a state to show.
 */
export function formAction<Schema extends z.ZodType>(
  schema: Schema,
  handle: (input: z.output<Schema>) => Promise<void>,
) {
  return async (_before: FormState, form: FormData): Promise<FormState> => {
    const sent = textsOf(form);
    const result = await toResult(async () => handle(parsed(schema, sent)));
    if (result.ok) return { state: 'done', typed: {} };
    const typed = Object.fromEntries(Object.entries(sent).filter(([name]) => !/password/i.test(name)));
    return { state: 'failed', failure: result, typed };
  };
}

/** Rejects input that the database could not store, like the body of an API call. */
function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  // Uses the limits of a batch, because selected rows are sent as a list of ids.
  refuseHarmfulJson(input, batchLimits);
  return parseDocument(schema, input, []);
}

/** Converts every thrown error into a result, except Next's own redirects. */
async function toResult<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    // Next.js also compares the origin with the host, but accepts a form without an origin.
    if (!isSameOrigin({ headers: await headers() })) throw foreignForm();
    return { ok: true, value: await work() };
  } catch (error) {
    unstable_rethrow(error);
    return failureOf(error);
  }
}

export async function signedIn(): Promise<Session> {
  const session = await currentSession();
  if (!session) throw new AltaError('unauthorised', 'The session has ended.', { code: 'signed-out' });
  return session;
}

/** The form's text fields, without the `$ACTION` fields that React adds to a form sent without JavaScript. */
function textsOf(form: FormData): Record<string, string> {
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts.filter(([name]) => !name.startsWith('$ACTION')));
}

async function admit(workspace: unknown): Promise<Visit> {
  const { user } = await signedIn();
  if (typeof workspace === 'string' && (await lacksSecondFactor(user.id, workspace))) {
    throw new AltaError('forbidden', 'A second factor is required.', { code: 'second-factor-needed' });
  }
  const visit = typeof workspace === 'string' ? await currentVisit(workspace) : undefined;
  if (!visit) throw notFound('The workspace');
  requireOpen(visit.ctx.workspace);
  return visit;
}

const foreignForm = () =>
  new AltaError('forbidden', 'The form did not come from this site.', { code: 'foreign-form' });

async function failureOf(error: unknown): Promise<ActionFailure> {
  const known = altaErrorOf(error);
  const texts = await getTranslations('console.errors');
  // An error whose code has no text shows its English message.
  const textOf = (code: string | undefined, otherwise: string): string =>
    code && texts.has(code as never) ? texts(code as never) : otherwise;
  const fields = Object.entries(known.fields).map(([path, message]) => {
    const fault = known.faults.find(({ paths }) => paths?.includes(`$.${path}`));
    return [path, textOf(fault && faultKey(fault), message)];
  });
  // This fault's text names the quota and its limit.
  const full = known.faults.find(({ code }) => code === 'over-quota');
  return {
    ok: false,
    code: known.code ?? known.key,
    message: full
      ? renderFault(storedFault(full), await getLocale()).text
      : textOf(known.code, textOf(known.key, known.message)),
    fields: Object.fromEntries(fields),
    faults: known.faults,
    ...(known.key === 'internal' || known.key === 'unavailable' ? { reference: reported(error) } : {}),
  };
}

function reported(error: unknown): string {
  const reference = randomUUID().slice(0, 8);
  log().error({ err: error, reference }, 'an action of the Console failed');
  return reference;
}
