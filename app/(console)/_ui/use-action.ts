'use client';

import { unstable_rethrow } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useActionState, useEffect, useRef, useState, useTransition } from 'react';
import type { ActionFailure, ActionResult, FormState } from '../_action.ts';

/**
 * Runs an action from an island:
 *
 *     const { run, pending, failure } = useConsoleAction(createSupplier.bind(null, workspace));
 *     <form onSubmit={form.onSubmit((values) => run(values, ({ id }) => router.push(…)))}>
 *       <Failure of={failure} />
 *       <Button type="submit" loading={pending}>…
 *
 * What was typed stays in the island, whatever the answer is. `failure.fields` go to `form.setErrors`.
 */
export function useConsoleAction<Input, Value>(action: (input: Input) => Promise<ActionResult<Value>>) {
  const t = useTranslations('console.shell.failure');
  const [pending, startTransition] = useTransition();
  const [failure, setFailure] = useState<ActionFailure>();

  const ask = async (input: Input): Promise<ActionResult<Value>> => {
    try {
      return await action(input);
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
      if (result.ok) onDone(result.value);
      else onFailure(result);
    });
  return { run, pending, failure, reset: () => setFailure(undefined) };
}

/**
 * A plain form and its `formAction`: `<form ref={form} action={submit}>`. After a refusal the focus is on the first
 * field that is not right, or on the message.
 */
export function useFormAction(action: (before: FormState, form: FormData) => Promise<FormState>) {
  const [state, submit, pending] = useActionState(action, { state: 'new', typed: {} });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state.state !== 'failed') return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [state]);
  return { ...state, fields: state.failure?.fields ?? {}, submit, pending, form };
}
