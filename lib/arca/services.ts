import type { Environment } from '#lib/authority-environment.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { documentClasses, documentType } from '#lib/documents/invoice/document-types.ts';
import { env } from '#lib/env.ts';
import type { InvoicingCalls } from './invoicing.ts';
import { probeWsaa } from './wsaa.ts';
import {
  findInvoice,
  isSameInvoice,
  isSameRequest,
  probeWsfe,
  readLastNumber,
  readLotLimit,
  requestAuthorisation,
} from './wsfe.ts';

/**
 * Web services of the authority, a record each. Another service is a record here, with its calls in a file of its own.
 * The hosts stay under afip.gov.ar: the arca.gob.ar names of WSFE fail the check of the certificate's name, and
 * wsaahomo has none at all.
 */
export interface AuthorityService {
  /** Name in metrics and in the status of the authority. */
  name: 'wsaa' | 'wsfe' | 'padron';
  hosts: Record<Environment, string>;
  path: string;
}

/** A service that is used with an access ticket. */
export interface TicketedService extends AuthorityService {
  /** Name under which WSAA issues tickets and the portal lists relations. */
  id: 'wsfe' | 'ws_sr_constancia_inscripcion';
}

/** A service whose status is shown. */
export interface ProbedService extends AuthorityService {
  name: 'wsaa' | 'wsfe';
  /** Asks only whether it answers: why not, or undefined. */
  probe(endpoint: string, timeoutMs: number): Promise<string | undefined>;
}

/** A service that authorises documents. */
export interface InvoicingService extends TicketedService {
  /** Its name in the portal of each environment, as a key of `portal` in messages/. */
  portalName: Record<Environment, 'wsfeOption' | 'electronicInvoicing'>;
  calls: InvoicingCalls;
}

/** Logins. */
export const wsaa: ProbedService = {
  name: 'wsaa',
  hosts: { sandbox: 'https://wsaahomo.afip.gov.ar', live: 'https://wsaa.afip.gov.ar' },
  path: '/ws/services/LoginCms',
  probe: probeWsaa,
};

/** Invoices and notes of classes A, B and C. */
export const wsfe: InvoicingService & ProbedService = {
  name: 'wsfe',
  id: 'wsfe',
  hosts: { sandbox: 'https://wswhomo.afip.gov.ar', live: 'https://servicios1.afip.gov.ar' },
  path: '/wsfev1/service.asmx',
  probe: probeWsfe,
  portalName: { sandbox: 'wsfeOption', live: 'electronicInvoicing' },
  calls: {
    requestOf: authorityAmounts,
    readLastNumber,
    readLotLimit,
    requestAuthorisation,
    findInvoice,
    isSameInvoice,
    isSameRequest,
  },
};

/** The taxpayers' register. */
export const padron: TicketedService = {
  name: 'padron',
  id: 'ws_sr_constancia_inscripcion',
  hosts: { sandbox: 'https://awshomo.afip.gov.ar', live: 'https://aws.afip.gov.ar' },
  path: '/sr-padron/webservices/personaServiceA5',
};

export const authorityServices: readonly AuthorityService[] = [wsaa, wsfe, padron];
export const probedServices: readonly ProbedService[] = [wsaa, wsfe];

const invoicingServices = { wsfe } satisfies Record<string, InvoicingService>;

/** The service that authorises documents of this type; WSFE for a type that Alta does not issue. */
export function serviceFor(documentTypeCode: number): InvoicingService {
  const type = documentType(String(documentTypeCode));
  return type ? invoicingServices[documentClasses[type.letter].service] : wsfe;
}

/** Bases that replace the real hosts, such as the simulator's; from ARCA_SANDBOX_URL and ARCA_LIVE_URL. */
export interface EndpointOverrides {
  sandboxUrl?: string | undefined;
  liveUrl?: string | undefined;
}

export function endpointOf(
  { hosts, path }: AuthorityService,
  environment: Environment,
  overrides: EndpointOverrides = {},
): string {
  const base = environment === 'sandbox' ? overrides.sandboxUrl : overrides.liveUrl;
  return `${(base ?? hosts[environment]).replace(/\/$/, '')}${path}`;
}

/** Address and time-out of a service as this process is configured. */
export function addressOf(
  service: AuthorityService,
  environment: Environment,
): { endpoint: string; timeoutMs: number } {
  const { ARCA_SANDBOX_URL, ARCA_LIVE_URL, ARCA_TIMEOUT_SECONDS } = env();
  const overrides = { sandboxUrl: ARCA_SANDBOX_URL, liveUrl: ARCA_LIVE_URL };
  return { endpoint: endpointOf(service, environment, overrides), timeoutMs: ARCA_TIMEOUT_SECONDS * 1_000 };
}
