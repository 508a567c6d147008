import type { InputHTMLAttributes, ReactNode } from 'react';
import type { Texts } from './texts.tsx';
import { Icon } from './tools.tsx';

export interface FieldError {
  field: string;
  message: string;
}

/** The typed values and the errors found. Absent on a first visit. */
export interface FormState {
  values: Record<string, string>;
  errors: FieldError[];
}

interface StepFormProps {
  action: string;
  /** Distinguishes the forms of a page that has several. */
  intent?: string;
  children: ReactNode;
  weight?: 'main' | 'second';
  id?: string;
}

/** A form with only a button, such as «Ya está». */
export function StepForm({ action, intent, children, weight = 'main', id }: StepFormProps) {
  return (
    <form method="post" action={action} className="next" id={id}>
      <button
        type="submit"
        className={weight === 'main' ? 'button' : 'button button-second'}
        name={intent && 'intent'}
        value={intent}
      >
        {children}
      </button>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  form?: FormState | undefined;
  /** Value of the field before the user types. */
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
        type="text"
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

interface ChoiceProps {
  name: string;
  legend: string;
  hint?: ReactNode;
  value: string | undefined;
  /** The form to send the answer with, if the choice is not inside one. */
  formId?: string;
  options: { value: string; label: string; hint?: string | undefined }[];
}

export function Choice({ name, legend, hint, value, formId, options }: ChoiceProps) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              form={formId}
              defaultChecked={option.value === value}
            />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A collapsed section that most readers can skip. */
export function More({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details>
      <summary>{summary}</summary>
      <div className="details-body">{children}</div>
    </details>
  );
}

/** Shown above the heading, with a link to each field that has to change. */
export function ErrorSummary({ errors, t }: { errors: FieldError[]; t: Texts }) {
  return (
    <div className="notice notice-bad" role="alert">
      <h2>
        <Icon name="cross" />
        {t('errors.heading')}
      </h2>
      <ul className="plain">
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
