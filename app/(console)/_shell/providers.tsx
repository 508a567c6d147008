'use client';

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { cssVariables, theme } from './theme.ts';

const Nonce = createContext('');

/** The nonce of the page's policy, for what makes style elements of its own (CodeMirror's `EditorView.cspNonce`). */
export const useNonce = () => useContext(Nonce);

export function Providers({ nonce: given, children }: { nonce: string; children: ReactNode }) {
  // The policy is the first document's for as long as it is open; a refresh brings a nonce that it does not know.
  const [nonce] = useState(given);
  // The lock on scrolling behind a dialog writes a style element.
  if (typeof window !== 'undefined') setNonce(nonce);
  return (
    <Nonce value={nonce}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Notifications position="bottom-right" autoClose={6_000} />
        {children}
      </MantineProvider>
    </Nonce>
  );
}
