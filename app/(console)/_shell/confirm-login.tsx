'use client';

import dynamic from 'next/dynamic';
import { type ContextType, type ReactNode, useCallback, useRef, useState } from 'react';
import { ConfirmingLogin } from '../_ui/confirm-login.ts';
import { AskingBeforeExports } from './asking-before-exports.tsx';

/**
 * What a person is asked for who was silent for some minutes: a passkey or else a code, a code, or where they have no
 * second factor the password.
 */
export type Asked = 'passkey' | 'code' | 'password';
const askedBy: Record<string, Asked> = {
  'confirm-by-passkey': 'passkey',
  'confirm-by-code': 'code',
  'confirm-by-password': 'password',
};

// What the dialog is made of comes when it is asked.
const ConfirmLoginDialog = dynamic(() =>
  import('./confirm-login-dialog.tsx').then((module) => module.ConfirmLoginDialog),
);

/** The one dialog that asks, above whatever was begun. */
export function ConfirmLogin({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const settle = useRef<(isConfirmed: boolean) => void>(undefined);
  const confirm = useCallback<ContextType<typeof ConfirmingLogin>>(({ code }) => {
    const wanted = askedBy[code];
    setAsked(wanted);
    if (!wanted) return Promise.resolve(false);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }, []);
  const close = (isConfirmed: boolean) => {
    setAsked(undefined);
    settle.current?.(isConfirmed);
  };
  return (
    <ConfirmingLogin value={confirm}>
      {children}
      <AskingBeforeExports />
      {asked && <ConfirmLoginDialog asked={asked} onClose={close} />}
    </ConfirmingLogin>
  );
}
