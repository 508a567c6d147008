'use client';

import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { ConfirmLogin } from './confirm-login.tsx';
import { cssVariables, theme } from './theme.ts';

export function Providers({ nonce: given, children }: { nonce: string; children: ReactNode }) {
  // The policy is the first document's for as long as it is open; a refresh brings a nonce that it does not know.
  const [nonce] = useState(given);
  const worded = useWordedTheme();
  // The lock on scrolling behind a dialog writes a style element.
  if (typeof window !== 'undefined') setNonce(nonce);
  return (
    <MantineProvider
      theme={worded}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-left" autoClose={6_000} />
      <ConfirmLogin>{children}</ConfirmLogin>
    </MantineProvider>
  );
}

/** With the names of the buttons that Mantine brings along, in the reader's language. */
function useWordedTheme() {
  const t = useTranslations('console.shell.actions');
  return useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: {
          Modal: { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } },
          Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } },
          PasswordInput: {
            defaultProps: {
              visibilityToggleButtonProps: { 'aria-label': t('showPassword'), tabIndex: 0 },
            },
          },
        },
      }),
    [t],
  );
}
