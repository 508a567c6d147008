'use client';

import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core';

interface PersonFieldsProps {
  texts: { name: string; email: string; password: string; passwordHint: string };
  typed: Record<string, string>;
  errors: Record<string, string>;
}

/** Fields of a person who creates an account. */
export function PersonFields({ texts, typed, errors }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        name="name"
        label={texts.name}
        required
        withAsterisk={false}
        maxLength={100}
        autoComplete="name"
        defaultValue={typed.name ?? ''}
        error={errors.name}
      />
      <EmailField label={texts.email} typed={typed} error={errors.email} />
      <PasswordInput
        name="password"
        label={texts.password}
        description={texts.passwordHint}
        required
        withAsterisk={false}
        autoComplete="new-password"
        error={errors.password}
        aria-invalid={Boolean(errors.password)}
      />
    </>
  );
}

interface EmailFieldProps {
  label: string;
  typed: Record<string, string>;
  autoFocus?: boolean;
  error?: string | undefined;
}

/** The account's e-mail address, named `email` for the browser's password manager. */
export function EmailField({ label, typed, autoFocus, error }: EmailFieldProps) {
  return (
    <TextInput
      type="email"
      name="email"
      label={label}
      required
      withAsterisk={false}
      maxLength={254}
      autoComplete="username"
      defaultValue={typed.email ?? ''}
      autoFocus={autoFocus}
      error={error}
    />
  );
}

interface LoginCodeFieldProps
  extends Pick<TextInputProps, 'label' | 'description' | 'error' | 'autoFocus' | 'value' | 'onChange'> {
  /** `app`: six digits from an authenticator. `recovery`: a recovery code, or either kind. */
  kind: 'app' | 'recovery';
}

/** A second-factor code. Spaces and hyphens are ignored. */
export function LoginCodeField({ kind, error, ...field }: LoginCodeFieldProps) {
  return (
    <TextInput
      name="code"
      required
      withAsterisk={false}
      maxLength={40}
      autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoCapitalize={kind === 'app' ? 'off' : 'characters'}
      spellCheck={false}
      error={error}
      aria-invalid={Boolean(error)}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', letterSpacing: '0.08em' } }}
      {...field}
    />
  );
}
