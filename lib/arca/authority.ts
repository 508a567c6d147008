import { env } from '#lib/env.ts';
import type { Environment } from '#lib/environment.ts';
import { type Endpoints, endpointsOf } from './endpoints.ts';

/** The authority's addresses and time-out as this process is configured. */
export function authorityOf(environment: Environment): Endpoints & { timeoutMs: number } {
  const { ARCA_SANDBOX_URL, ARCA_LIVE_URL, ARCA_TIMEOUT_SECONDS } = env();
  const endpoints = endpointsOf(environment, { sandboxUrl: ARCA_SANDBOX_URL, liveUrl: ARCA_LIVE_URL });
  return { ...endpoints, timeoutMs: ARCA_TIMEOUT_SECONDS * 1_000 };
}

/** Where the portal is when the authority is a stand-in; undefined for the real one, whose addresses are texts. */
export function standInPortalOf(environment: Environment): string | undefined {
  const { ARCA_SANDBOX_URL, ARCA_LIVE_URL } = env();
  const base = environment === 'sandbox' ? ARCA_SANDBOX_URL : ARCA_LIVE_URL;
  return base && `${base}/portal`;
}
