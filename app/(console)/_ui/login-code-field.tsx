'use client';

import { TextInput, type TextInputProps } from '@mantine/core';

interface LoginCodeFieldProps
  extends Pick<TextInputProps, 'label' | 'description' | 'error' | 'autoFocus' | 'value' | 'onChange'> {
  /** `app`: six digits of an authenticator. `recovery`: one of those that were kept, or either. */
  kind: 'app' | 'recovery';
}

/** Of a second factor. Spaces and hyphens do not count, however they come in. */
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
