import type { Environment } from '#lib/authority-environment.ts';
import { env } from '#lib/env.ts';

/** Whole addresses of the authority's services in one environment. */
export interface Endpoints {
  wsaa: string;
  wsfe: string;
}

/**
 * The hosts stay under afip.gov.ar: the arca.gob.ar names of WSFE fail the check of the certificate's name, and
 * wsaahomo has none at all.
 */
const realHosts: Record<Environment, { wsaa: string; wsfe: string }> = {
  sandbox: { wsaa: 'https://wsaahomo.afip.gov.ar', wsfe: 'https://wswhomo.afip.gov.ar' },
  live: { wsaa: 'https://wsaa.afip.gov.ar', wsfe: 'https://servicios1.afip.gov.ar' },
};

/** What the QR of an invoice leads to, in either environment: the authority's page for whoever holds the paper (RG 4892). */
export const invoiceQrPage = 'https://www.arca.gob.ar/fe/qr/';

/** Bases that replace the real hosts, such as the simulator's; from ARCA_SANDBOX_URL and ARCA_LIVE_URL. */
export interface EndpointOverrides {
  sandboxUrl?: string | undefined;
  liveUrl?: string | undefined;
}

export function endpointsOf(environment: Environment, overrides: EndpointOverrides = {}): Endpoints {
  const base = environment === 'sandbox' ? overrides.sandboxUrl : overrides.liveUrl;
  const hosts = base ? { wsaa: base, wsfe: base } : realHosts[environment];
  return {
    wsaa: `${withoutTrailingSlash(hosts.wsaa)}/ws/services/LoginCms`,
    wsfe: `${withoutTrailingSlash(hosts.wsfe)}/wsfev1/service.asmx`,
  };
}

function withoutTrailingSlash(base: string): string {
  return base.endsWith('/') ? base.slice(0, -1) : base;
}

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
