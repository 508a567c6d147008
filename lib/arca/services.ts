import type { Environment } from '#lib/authority-environment.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import {
  documentClasses,
  documentType,
  type InvoicingServiceId,
} from '#lib/documents/invoice/document-types.ts';
import { exportRequest } from '#lib/documents/invoice/export-request.ts';
import { env } from '#lib/env.ts';
import type { InvoicingCalls } from './invoicing.ts';
import { probeWsaa } from './wsaa.ts';
import {
  findInvoice,
  listPointsOfSale,
  notNextNumberCode,
  probeWsfe,
  readLastNumber,
  readLotLimit,
  requestAuthorisation,
  saleOf,
} from './wsfe.ts';
import * as wsfexCalls from './wsfex.ts';

/**
 * A web service of the authority. Each one is a record in this file; its calls are in a separate file. The hosts
 * are not under arca.gob.ar: there, WSFE fails certificate name validation and wsaahomo does not resolve.
 */
export interface AuthorityService {
  /** Name in metrics and in the authority's status. */
  name: 'wsaa' | 'wsfe' | 'wsfex' | 'padron' | 'wsfecred';
  hosts: Record<Environment, string>;
  path: string;
}

/** A service called with an access ticket. */
export interface TicketedService extends AuthorityService {
  /** Id under which WSAA issues tickets and the portal lists authorizations («relaciones»). */
  id: 'wsfe' | 'wsfex' | 'ws_sr_constancia_inscripcion' | 'wsfecred';
}

export interface ProbedService extends AuthorityService {
  name: 'wsaa' | 'wsfe';
  /** Checks that the service answers. Returns the cause of a failure; undefined if it answers. */
  probe(endpoint: string, timeoutMs: number): Promise<string | undefined>;
}

export interface InvoicingService extends TicketedService {
  id: InvoicingServiceId;
  /** Message key (under `portal` in messages/) of the name that each environment's portal gives the service. */
  portalName: Record<Environment, 'wsfeOption' | 'electronicInvoicing' | 'wsfexOption' | 'exportInvoicing'>;
  /** Prefix of its codes in faults, since two services use the same numbers for different rules. */
  faultPrefix: 'ARCA-' | 'ARCA-E';
  /** Code for a number or date that is not the next to be authorized. */
  notNextNumberCode: number;
  calls: InvoicingCalls;
}

export const wsaa: ProbedService = {
  name: 'wsaa',
  hosts: { sandbox: 'https://wsaahomo.afip.gov.ar', live: 'https://wsaa.afip.gov.ar' },
  path: '/ws/services/LoginCms',
  probe: probeWsaa,
};

/** Invoices and notes of classes A, B and C. */
export const wsfe = {
  name: 'wsfe',
  id: 'wsfe',
  hosts: { sandbox: 'https://wswhomo.afip.gov.ar', live: 'https://servicios1.afip.gov.ar' },
  path: '/wsfev1/service.asmx',
  probe: probeWsfe,
  portalName: { sandbox: 'wsfeOption', live: 'electronicInvoicing' },
  faultPrefix: 'ARCA-',
  notNextNumberCode,
  calls: {
    requestOf: authorityAmounts,
    saleOf,
    readLastNumber,
    readLotLimit,
    requestAuthorisation,
    findInvoice,
    listPointsOfSale,
  },
} satisfies InvoicingService & ProbedService;

/** Exports: invoices and notes of class E. */
export const wsfex = {
  name: 'wsfex',
  id: 'wsfex',
  hosts: wsfe.hosts,
  path: '/wsfexv1/service.asmx',
  portalName: { sandbox: 'wsfexOption', live: 'exportInvoicing' },
  faultPrefix: 'ARCA-E',
  notNextNumberCode: wsfexCalls.notNextNumberCode,
  calls: {
    requestOf: exportRequest,
    saleOf: wsfexCalls.saleOf,
    readLastNumber: wsfexCalls.readLastNumber,
    readLotLimit: wsfexCalls.readLotLimit,
    requestAuthorisation: wsfexCalls.requestAuthorisation,
    findInvoice: wsfexCalls.findInvoice,
    listPointsOfSale: wsfexCalls.listPointsOfSale,
  },
} satisfies InvoicingService;

/** The taxpayers' register. Optional: suppliers issue without it. */
export const padron = {
  name: 'padron',
  id: 'ws_sr_constancia_inscripcion',
  hosts: { sandbox: 'https://awshomo.afip.gov.ar', live: 'https://aws.afip.gov.ar' },
  path: '/sr-padron/webservices/personaServiceA5',
} satisfies TicketedService;

/** The registry of electronic credit invoices (FCE). Optional, like the taxpayers' register. */
export const wsfecred = {
  name: 'wsfecred',
  id: 'wsfecred',
  hosts: { sandbox: 'https://fwshomo.afip.gov.ar', live: 'https://serviciosjava.afip.gob.ar' },
  path: '/wsfecred/FECredService',
} satisfies TicketedService;

export const authorityServices: readonly AuthorityService[] = [wsaa, wsfe, wsfex, padron, wsfecred];
export const probedServices: readonly ProbedService[] = [wsaa, wsfe];

export const invoicingServices: Record<InvoicingServiceId, InvoicingService> = { wsfe, wsfex };

/** Returns the service that authorizes documents of this type; WSFE for types that Alta does not issue. */
export function serviceFor(documentTypeCode: number): InvoicingService {
  const type = documentType(String(documentTypeCode));
  return type ? invoicingServices[documentClasses[type.letter].service] : wsfe;
}

/** Base addresses that replace the real hosts (ARCA_SANDBOX_URL, ARCA_LIVE_URL), such as the simulator's. */
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

/** Endpoint and timeout of a service, as configured for this process. */
export function addressOf(
  service: AuthorityService,
  environment: Environment,
): { endpoint: string; timeoutMs: number } {
  const { ARCA_SANDBOX_URL, ARCA_LIVE_URL, ARCA_TIMEOUT_SECONDS } = env();
  const overrides = { sandboxUrl: ARCA_SANDBOX_URL, liveUrl: ARCA_LIVE_URL };
  return { endpoint: endpointOf(service, environment, overrides), timeoutMs: ARCA_TIMEOUT_SECONDS * 1_000 };
}
