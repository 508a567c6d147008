'use client';

import { createContext, useContext } from 'react';
import type { ActionFailure } from '../_action.ts';

type Confirm = (failure: Pick<ActionFailure, 'code'>) => Promise<boolean>;

/** Provided by _shell/confirm-login.tsx. */
export const ConfirmingLogin = createContext<Confirm>(async () => false);

/** Lets the user confirm the login if the failure requires it. Resolves to whether they did. */
export const useConfirmLogin = (): Confirm => useContext(ConfirmingLogin);
