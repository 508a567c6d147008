'use client';

import { createContext, useContext } from 'react';
import type { ActionFailure } from '../_action.ts';

type Confirm = (failure: Pick<ActionFailure, 'code'>) => Promise<boolean>;

/** _shell/confirm-login.tsx provides it. */
export const ConfirmingLogin = createContext<Confirm>(async () => false);

/** Has the person confirm their login where the failure asks for it; whether they did. */
export const useConfirmLogin = (): Confirm => useContext(ConfirmingLogin);
