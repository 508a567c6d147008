import 'server-only';

import { randomUUID } from 'node:crypto';
import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import { requireRecentLogin } from '#lib/accounts/recent-login.ts';
import type { Session } from '#lib/accounts/sessions.ts';
import { parseAt } from '#lib/documents/validation.ts';
import { AltaError, type Fault, notFound } from '#lib/errors.ts';
import { renderFault, storedFault } from '#lib/faults.ts';
import { refuseTrickery } from '#lib/http/body.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { altaErrorOf } from '#lib/http/problem.ts';
import { batchLimits } from '#lib/limits.ts';
import { log } from '#lib/log.ts';
import { traced } from '#lib/tracing/tracing.ts';
import { faultKey } from './_fault-key.ts';
import { currentSession, currentVisit, lacksSecondFactor, type Visit } from './_session.ts';

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

/** What a form that works without script shows after it was sent: that it is done, or why not and what was typed. */
export interface FormState {
  state: 'new' | 'done' | 'failed';
  failure?: ActionFailure;
  /** Without the passwords. */
  typed: Record<string, string>;
}

/**
 * A server action of a workspace: who calls, what they send, one verb, one answer.
 *
 *     'use server';
 *     export const createSupplier = consoleAction(NewSupplier, async ({ ctx }, input) => {
 *       const entry = await createEntry(ctx, { folder: 'suppliers', data: input });
 *       refresh(); // of next/cache, when what the page shows has changed
 *       return { id: entry.id };
 *     });
 *
 * A client island calls `createSupplier(workspaceSlug, values)`, best through `useConsoleAction`. The slug and the
 * input come from the client and are checked here; nothing else of the caller is believed. A word of an AltaError
 * is told in the reader's language when its code has a text in `messages/console/errors.*.json`.
 */
export function consoleAction<Schema extends z.ZodType, Value>(
  schema: Schema,
  handle: (visit: Visit, input: z.output<Schema>) => Promise<Value>,
) {
  return (workspace: string, input: z.input<Schema>): Promise<ActionResult<Value>> =>
    settle(async () => {
      const visit = await admit(workspace);
      return traced('console action', { 'alta.workspace': visit.ctx.workspace.id }, () =>
        handle(visit, parsed(schema, input)),
      );
    });
}

/** The same for a person's own account, which is in no workspace. */
export function accountAction<Schema extends z.ZodType, Value>(
  schema: Schema,
  handle: (session: Session, input: z.output<Schema>) => Promise<Value>,
) {
  return (input: z.input<Schema>): Promise<ActionResult<Value>> =>
    settle(async () => handle(await signedIn(), parsed(schema, input)));
}

/** The same of nobody in particular: who may do it, and how often, `handle` decides. */
export function openAction<Schema extends z.ZodType, Value>(
  schema: Schema,
  handle: (input: z.output<Schema>) => Promise<Value>,
) {
  return (input: z.input<Schema>): Promise<ActionResult<Value>> =>
    settle(async () => handle(parsed(schema, input)));
}

/**
 * What of an action needs a login of the last minutes: `consoleAction(NewKey, afterRecentLogin(async ({ ctx }, input)
 * => …))`. `useConsoleAction` has the person show who they are, and then goes on with what was begun.
 */
export const afterRecentLogin =
  <Who, Input, Value>(handle: (who: Who, input: Input) => Promise<Value>) =>
  async (who: Who, input: Input): Promise<Value> => {
    await requireStepUp();
    return handle(who, input);
  };

/** The same in an action that needs it for some inputs only. Which do, and why: tests/integration/console/step-ups.ts. */
export const requireStepUp = async (): Promise<void> => requireRecentLogin(await signedIn());

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

/** As for a body of the API: what can not be stored is the caller's fault, not the database's. */
function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  // Rows that are chosen come by their ids.
  refuseTrickery(input, batchLimits);
  return parseAt(schema, input, []);
}

/** Runs what an action does and turns everything that it throws into an answer, but for Next's own redirects. */
async function settle<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    // Next compares the origin with the host, and lets a form without an origin through.
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

/** Without a script the framework's own fields come along. */
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
  return visit;
}

const foreignForm = () =>
  new AltaError('forbidden', 'The form did not come from this site.', { code: 'foreign-form' });

async function failureOf(error: unknown): Promise<ActionFailure> {
  const known = altaErrorOf(error);
  const texts = await getTranslations('console.errors');
  // A code that has no text yet is told in the verb's own words.
  const textOf = (code: string | undefined, otherwise: string): string =>
    code && texts.has(code as never) ? texts(code as never) : otherwise;
  const fields = Object.entries(known.fields).map(([path, message]) => {
    const fault = known.faults.find(({ paths }) => paths?.includes(`$.${path}`));
    return [path, textOf(fault && faultKey(fault), message)];
  });
  // Of which quota, and how many there are.
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
