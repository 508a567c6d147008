'use client';

import { PasswordInput, TextInput } from '@mantine/core';

interface PersonFieldsProps {
  words: { name: string; email: string; password: string; passwordHint: string };
  typed: Record<string, string>;
  errors: Record<string, string>;
}

/** What a person who makes an account says of themselves. */
export function PersonFields({ words, typed, errors }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        name="name"
        label={words.name}
        required
        withAsterisk={false}
        maxLength={100}
        autoComplete="name"
        defaultValue={typed.name ?? ''}
        error={errors.name}
      />
      <TextInput
        type="email"
        name="email"
        label={words.email}
        required
        withAsterisk={false}
        maxLength={254}
        autoComplete="username"
        defaultValue={typed.email ?? ''}
        error={errors.email}
      />
      <PasswordInput
        name="password"
        label={words.password}
        description={words.passwordHint}
        required
        withAsterisk={false}
        autoComplete="new-password"
        error={errors.password}
        aria-invalid={Boolean(errors.password)}
      />
    </>
  );
}
