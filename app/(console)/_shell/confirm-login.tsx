'use client';

import dynamic from 'next/dynamic';
import { type ContextType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ConfirmingLogin, useConfirmLogin } from '../_ui/confirm-login.ts';
import { proveRecentLogin } from './actions.ts';
import type { Asked } from './confirm-login-dialog.tsx';

const askedBy: Record<string, Asked> = {
  'confirm-by-passkey': 'passkey',
  'confirm-by-code': 'code',
  'confirm-by-password': 'password',
};

// Loaded when the dialog is first opened.
const ConfirmLoginDialog = dynamic(() =>
  import('./confirm-login-dialog.tsx').then((module) => module.ConfirmLoginDialog),
);

/** Provides the single confirmation dialog, shown above other dialogs. */
export function ConfirmLogin({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const resolveConfirmation = useRef<(isConfirmed: boolean) => void>(undefined);
  const confirm = useCallback<ContextType<typeof ConfirmingLogin>>(({ code }) => {
    const wanted = askedBy[code];
    setAsked(wanted);
    if (!wanted) return Promise.resolve(false);
    return new Promise((resolve) => {
      resolveConfirmation.current = resolve;
    });
  }, []);
  const close = (isConfirmed: boolean) => {
    setAsked(undefined);
    resolveConfirmation.current?.(isConfirmed);
  };
  return (
    <ConfirmingLogin value={confirm}>
      {children}
      <AskingBeforeExports />
      {asked && <ConfirmLoginDialog asked={asked} onClose={close} />}
    </ConfirmingLogin>
  );
}

/** Intercepts links and forms with `data-export` and continues once the login is confirmed. */
function AskingBeforeExports() {
  const confirm = useConfirmLogin();
  useEffect(() => {
    const mayGoOn = async (): Promise<boolean> => {
      const proved = await proveRecentLogin({}).catch(() => undefined);
      // Other failures, such as an ended session, are reported by the route.
      if (!proved || proved.ok || !proved.code.startsWith('confirm-by-')) return true;
      return confirm(proved);
    };
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-export]');
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      void mayGoOn().then((may) => may && window.location.assign(link.href));
    };
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      if (!form.matches('form[data-export]') || event.defaultPrevented) return;
      event.preventDefault();
      void mayGoOn().then((may) => may && form.submit());
    };
    document.addEventListener('click', onClick);
    document.addEventListener('submit', onSubmit);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('submit', onSubmit);
    };
  }, [confirm]);
  return null;
}
