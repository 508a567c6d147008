import 'server-only';

import { env } from '#lib/env.ts';

/** Endpoint addresses that this installation allows: `loopback` includes addresses on its own machine. */
export type AddressReach = 'public' | 'loopback';

export const addressReach = (): AddressReach => (env().WEBHOOK_LOOPBACK === 'allow' ? 'loopback' : 'public');
