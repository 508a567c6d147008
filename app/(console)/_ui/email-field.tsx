'use client';

import { TextInput } from '@mantine/core';

interface EmailFieldProps {
  label: string;
  typed: Record<string, string>;
  autoFocus?: boolean;
  error?: string | undefined;
}

/** The e-mail address of an account, under the name `email`: what a browser's password manager fills in. */
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
