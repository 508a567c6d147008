'use client';

import { createContext, useContext } from 'react';
import type { ActionFailure } from '../_action.ts';

type Confirm = (failure: Pick<ActionFailure, 'code'>) => Promise<boolean>;

/** Provided by _shell/confirm-login.tsx. */
export const ConfirmingLogin = createContext<Confirm>(async () => false);

/** Lets the user confirm the login, if the failure asks for that. Resolves to whether the user confirmed it. */
export const useConfirmLogin = (): Confirm => useContext(ConfirmingLogin);
