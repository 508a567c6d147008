'use client';

import { PasswordInput, TextInput } from '@mantine/core';
import { EmailField } from './email-field.tsx';

interface PersonFieldsProps {
  texts: { name: string; email: string; password: string; passwordHint: string };
  typed: Record<string, string>;
  errors: Record<string, string>;
}

/** What a person who makes an account says of themselves. */
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
