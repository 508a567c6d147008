'use client';

import { useActionState, useEffect, useRef } from 'react';
import type { FormState } from '../_form-action.ts';

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
