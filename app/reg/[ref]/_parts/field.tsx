import type { InputHTMLAttributes, ReactNode } from 'react';
import type { FormState } from './step-props.ts';
import type { Texts } from './texts.tsx';

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  form?: FormState | undefined;
  /** What to show when nothing was typed yet. */
  initial?: string | undefined;
  t: Texts;
  input?: InputHTMLAttributes<HTMLInputElement>;
}

export function Field({ name, label, hint, form, initial, t, input }: FieldProps) {
  const error = form?.errors.find((each) => each.field === name)?.message;
  const describedBy = [hint && `${name}-ayuda`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field field-bad' : 'field'}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-ayuda`}>
          {hint}
        </p>
      )}
      {error && <FieldMessage name={name} message={error} t={t} />}
      <input
        id={name}
        name={name}
        defaultValue={form?.values[name] ?? initial ?? ''}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
        {...input}
      />
    </div>
  );
}

export function FieldMessage({ name, message, t }: { name: string; message: string; t: Texts }) {
  return (
    <p className="field-error" id={`${name}-error`}>
      <span className="hidden-text">{t('errors.prefix')} </span>
      {message}
    </p>
  );
}
