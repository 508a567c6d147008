'use client';

import { unstable_rethrow } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { startTransition, useActionState, useEffect, useRef, useState, useTransition } from 'react';
import type { ActionFailure, ActionResult, FormState } from '../_action.ts';
import { useConfirmLogin } from './confirm-login.ts';

/**
 * Runs a server action from a client component:
 *
 *     const form = useForm({ initialValues: { name: '' } });
 *     const { run, pending, failure } = useConsoleAction(createSupplier.bind(null, workspace), form);
 *     <form onSubmit={form.onSubmit((values) => run(values, ({ id }) => router.push(…)))}>
 *       <Failure of={failure} />
 *       <Button type="submit" loading={pending}>…
 *
 * The input stays, whatever the result. `failure.fields` become the form's field errors; if the form's names
 * differ from the input's, `onFailure` maps them. Changing a field clears its error, and clearing the last
 * one clears the failure. If the action requires a recent login, the user confirms it and the action is
 * repeated.
 */
export function useConsoleAction<Input, Value>(
  action: (input: Input) => Promise<ActionResult<Value>>,
  form?: MarkedForm,
) {
  const t = useTranslations('console.shell.failure');
  const confirmLogin = useConfirmLogin();
  const [pending, startTransition] = useTransition();
  const [failure, setFailure] = useState<ActionFailure>();

  const ask = async (input: Input): Promise<ActionResult<Value>> => {
    try {
      const result = await action(input);
      const isConfirmed = !result.ok && (await confirmLogin(result));
      return isConfirmed ? await action(input) : result;
    } catch (error) {
      unstable_rethrow(error);
      return { ok: false, code: 'network', message: t('network'), fields: {}, faults: [] };
    }
  };
  const run = (
    input: Input,
    onDone: (value: Value) => void = () => {},
    onFailure: (failure: ActionFailure) => void = () => {},
  ) =>
    startTransition(async () => {
      const result = await ask(input);
      startTransition(() => setFailure(result.ok ? undefined : result));
      if (result.ok) return onDone(result.value);
      form?.setErrors(result.fields);
      onFailure(result);
    });
  const isCorrected = form && hasFields(failure) && Object.keys(form.errors).length === 0;
  return { run, pending, failure: isCorrected ? undefined : failure, reset: () => setFailure(undefined) };
}

/** The part of Mantine's form that is used here. Mantine clears a field's error itself. */
interface MarkedForm {
  errors: Record<string, unknown>;
  setErrors: (errors: Record<string, string>) => void;
}

const hasFields = (failure: ActionFailure | undefined) => Object.keys(failure?.fields ?? {}).length > 0;

/**
 * A plain form with a `formAction`: `<form ref={form} action={submit}>`. After a failure the focus moves to
 * the first invalid field, or to the message. Changing a field clears its error. If the action requires a
 * recent login, the user confirms it and the same form is sent again.
 */
export function useFormAction(action: (before: FormState, form: FormData) => Promise<FormState>) {
  const [state, submit, pending] = useActionState(action, { state: 'new', typed: {} });
  const confirmLogin = useConfirmLogin();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<FormData>(undefined);
  const [changed, setChanged] = useState<{ since: FormState; names: string[] }>();
  useEffect(() => {
    const here = form.current;
    const note = ({ target }: Event) =>
      target instanceof HTMLInputElement &&
      setChanged((before) => ({
        since: state,
        names: [...(before?.since === state ? before.names : []), target.name],
      }));
    // Runs before React resets the fields.
    const keep = () => {
      sent.current = here ? new FormData(here) : undefined;
    };
    here?.addEventListener('input', note);
    here?.addEventListener('submit', keep, { capture: true });
    return () => {
      here?.removeEventListener('input', note);
      here?.removeEventListener('submit', keep, { capture: true });
    };
  }, [state]);
  useEffect(() => {
    const [failure, again] = [state.failure, sent.current];
    sent.current = undefined;
    if (!failure || !again) return;
    void confirmLogin(failure).then((isConfirmed) => isConfirmed && startTransition(() => submit(again)));
  }, [state, confirmLogin, submit]);
  useEffect(() => {
    if (state.state !== 'failed') return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [state]);
  const faultyFields = Object.entries(state.failure?.fields ?? {});
  const uncorrectedFields = faultyFields.filter(
    ([name]) => changed?.since !== state || !changed.names.includes(name),
  );
  return {
    ...state,
    failure: faultyFields.length > 0 && uncorrectedFields.length === 0 ? undefined : state.failure,
    fields: Object.fromEntries(uncorrectedFields),
    submit,
    pending,
    form,
  };
}
