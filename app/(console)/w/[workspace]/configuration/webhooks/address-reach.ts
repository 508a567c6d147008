import 'server-only';

import { env } from '#lib/env.ts';

/** What an address may be on this installation: `loopback`, also one on its own machine. */
export type AddressReach = 'public' | 'loopback';

export const addressReach = (): AddressReach => (env().WEBHOOK_LOOPBACK === 'allow' ? 'loopback' : 'public');
