'use client';

import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import type { ActionFailure, ActionResult } from '../_action.ts';
import { Failure } from '../_ui/failure.tsx';
import { LoginCodeField } from '../_ui/person-fields.tsx';
import { confirmLogin, confirmLoginByPasskey } from './actions.ts';
import { usePasskey } from './use-passkey.ts';

/** How the user confirms the login: by passkey or code, by code, or, without a second factor, by password. */
export type Asked = 'passkey' | 'code' | 'password';

interface ConfirmLoginDialogProps {
  asked: Asked;
  onClose: (isConfirmed: boolean) => void;
}

/** Does not use `useConsoleAction`, which itself opens this dialog. */
export function ConfirmLoginDialog({ asked, onClose }: ConfirmLoginDialogProps) {
  const t = useTranslations('console.shell');
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<ActionFailure>();
  const [pending, startTransition] = useTransition();
  const { sign } = usePasskey();
  const send = (confirm: () => Promise<ActionResult<unknown>>) =>
    startTransition(async () => {
      const result = await confirm().catch(() => undefined);
      if (result?.ok) return onClose(true);
      setFailure(
        result ?? { ok: false, code: 'network', message: t('failure.network'), fields: {}, faults: [] },
      );
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(() => confirmLogin({ typed }));
  };
  const usingPasskey = async () => {
    const signed = await sign();
    return signed.ok ? confirmLoginByPasskey(signed.value) : signed;
  };
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value);
      setFailure(undefined);
    },
    error: Object.values(failure?.fields ?? {})[0],
    'data-autofocus': asked !== 'passkey',
  };
  return (
    <Modal opened onClose={() => onClose(false)} title={t('confirmLogin.title')} zIndex={400}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t(`confirmLogin.${asked}.lead`)}</Text>
          {asked === 'passkey' && (
            <Button onClick={() => send(usingPasskey)} loading={pending} data-autofocus>
              {t('passkey.use')}
            </Button>
          )}
          {asked !== 'password' ? (
            <LoginCodeField
              kind={asked === 'passkey' ? 'recovery' : 'app'}
              label={t('confirmLogin.code.field')}
              description={asked === 'passkey' ? t('confirmLogin.passkey.or') : t('confirmLogin.code.hint')}
              {...field}
            />
          ) : (
            <PasswordInput
              label={t('confirmLogin.password.field')}
              required
              withAsterisk={false}
              autoComplete="current-password"
              aria-invalid={Boolean(field.error)}
              {...field}
            />
          )}
          {!field.error && <Failure of={failure} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose(false)}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" variant={asked === 'passkey' ? 'default' : 'filled'} loading={pending}>
              {t('confirmLogin.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
