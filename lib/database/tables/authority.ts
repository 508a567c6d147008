import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ProbedService } from '#lib/arca/services.ts';
import type { Taxpayer } from '#lib/arca/taxpayers-register.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { createdAt, id, instant, sealed } from './columns.ts';
import { workspaceId } from './references.ts';

/** Last observed availability of each of the authority's services, shared by all instances. */
export const authorityStatus = pgTable(
  'authority_status',
  {
    environment: text('environment').$type<Environment>().notNull(),
    service: text('service').$type<ProbedService['name']>().notNull(),
    answeredAt: instant('answered_at'),
    /** First failure since the last answer; null while the authority answers. */
    failingSince: instant('failing_since'),
    failedAt: instant('failed_at'),
    failure: text('failure'),
    /** Last request made only to check availability. */
    probedAt: instant('probed_at'),
  },
  (table) => [primaryKey({ columns: [table.environment, table.service] })],
);

/** Cache of the taxpayers' register. Per workspace, so that none learns which taxpayers another has looked up. */
export const taxpayers = pgTable(
  'taxpayers',
  {
    workspaceId: workspaceId(),
    cuit: text('cuit').notNull(),
    /** Null if the CUIT does not exist. */
    taxpayer: jsonb('taxpayer').$type<Taxpayer | null>(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.cuit] }), index().on(table.readAt)],
);

/** The authority's answer to one assumption about it (lib/rehearsal). */
export interface Observation {
  assumption: string;
  came: string;
  seconds?: number;
}

/** State of a rehearsal, kept between its steps. */
export interface RehearsalState {
  step: 'certificate' | 'authorise' | 'wait' | 'invoice' | 'qr' | 'done';
  cuit: string;
  alias: string;
  csr: string;
  observations: Observation[];
  /** When the person had authorized the certificate, as an ISO instant. */
  authorisedAt?: string;
  /** The last refusal of a login, in the authority's words. */
  refusal?: string;
  pointOfSale?: number;
  qrUrl?: string;
}

/** The result of a rehearsal (lib/rehearsal/record.ts). */
export interface RehearsalRecord {
  format: 'alta-rehearsal/1';
  version: string;
  environment: Environment;
  authority: 'arca' | 'stand-in';
  /** ISO date. */
  day: string;
  came: Record<string, string>;
  labels: Record<string, string>;
  seconds: Record<string, number>;
}

/** A guided check of what Alta assumes about the authority. The lease allows one step at a time. */
export const rehearsals = pgTable(
  'rehearsals',
  {
    id: id(),
    workspaceId: workspaceId(),
    state: jsonb('state').$type<RehearsalState>().notNull(),
    /** Key, certificate and ticket; null once the rehearsal has ended. */
    secretSealed: sealed('secret_sealed'),
    /** The result, without anybody's data; null until the end. */
    record: jsonb('record').$type<RehearsalRecord>(),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId)],
);
