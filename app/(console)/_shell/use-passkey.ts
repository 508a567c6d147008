'use client';

import { useTranslations } from 'next-intl';
import type { ActionFailure, ActionResult } from '../_action.ts';
import { askPasskey } from './actions.ts';

type Browser = typeof import('@simplewebauthn/browser');
export type PasskeyAssertion = Awaited<ReturnType<Browser['startAuthentication']>>;
export type PasskeyRegistration = Awaited<ReturnType<Browser['startRegistration']>>;
type NewPasskeyOptions = Parameters<Browser['startRegistration']>[0]['optionsJSON'];

/** Uses or creates a passkey. A cancelled or unsupported browser request becomes an ordinary failure. */
export function usePasskey() {
  const t = useTranslations('console.shell.passkey');
  const refused = (code: 'notUsed' | 'notMade'): ActionFailure => ({
    ok: false,
    code,
    message: t(code),
    fields: {},
    faults: [],
  });
  return {
    async sign(): Promise<ActionResult<PasskeyAssertion>> {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const asked = await askPasskey({});
      if (!asked.ok) return asked;
      return startAuthentication({ optionsJSON: asked.value }).then(
        (value) => ({ ok: true, value }),
        () => refused('notUsed'),
      );
    },
    async make(optionsJSON: NewPasskeyOptions): Promise<ActionResult<PasskeyRegistration>> {
      const { startRegistration } = await import('@simplewebauthn/browser');
      return startRegistration({ optionsJSON }).then(
        (value) => ({ ok: true, value }),
        () => refused('notMade'),
      );
    },
  };
}
