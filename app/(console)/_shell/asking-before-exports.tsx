'use client';

import { useEffect } from 'react';
import { useConfirmLogin } from '../_ui/confirm-login.ts';
import { proveRecentLogin } from './actions.ts';

/** Links and forms that take data out say `data-export`, and go on once their person has shown who they are. */
export function AskingBeforeExports() {
  const confirm = useConfirmLogin();
  useEffect(() => {
    const mayGoOn = async (): Promise<boolean> => {
      const proved = await proveRecentLogin({}).catch(() => undefined);
      // What is wrong otherwise, such as a session that ended, the route says.
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
