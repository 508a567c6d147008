'use client';

import { Button, Stack, Text } from '@mantine/core';
import { usePasskey } from '../_shell/use-passkey.ts';
import { Failure } from '../_ui/failure.tsx';
import { Icon } from '../_ui/icon.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { loginWithPasskey } from './actions.ts';

interface PasskeyLoginProps {
  label: string;
  /** What is going to be asked. */
  lead?: string;
  variant?: 'default' | 'filled';
  returnTo: string;
}

/** In place of the password, and of the code after it. */
export function PasskeyLogin({ label, lead, returnTo, variant = 'default' }: PasskeyLoginProps) {
  const { sign } = usePasskey();
  const { run, pending, failure } = useConsoleAction(async () => {
    const signed = await sign();
    return signed.ok ? loginWithPasskey({ passkey: signed.value, return_to: returnTo }) : signed;
  });
  return (
    <Stack gap="xs">
      {lead && <Text>{lead}</Text>}
      <Failure of={failure} />
      <Button
        variant={variant}
        size="md"
        loading={pending}
        onClick={() => run(undefined)}
        leftSection={<Icon name="key" size={18} />}
      >
        {label}
      </Button>
    </Stack>
  );
}
