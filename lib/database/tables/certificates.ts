import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { LoginOutcome } from '#lib/arca/wsaa.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { createdAt, id, instant, sealed } from './columns.ts';
import { entryId, workspaceId } from './references.ts';
import { registrationId } from './registrations.ts';

/** One row per key pair; the certificate is added when the supplier sends it. */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    workspaceId: workspaceId(),
    registrationId: registrationId(),
    entryId: entryId(),
    environment: text('environment').$type<Environment>().notNull(),
    alias: text('alias').notNull(),
    /** The private key; null once it was destroyed. */
    keySealed: sealed('key_sealed'),
    csr: text('csr').notNull(),
    /** First download of the request by a link's holder. */
    downloadedAt: instant('downloaded_at'),
    publicKeyFingerprint: text('public_key_fingerprint').notNull(),
    certificate: text('certificate'),
    certificateAlias: text('certificate_alias'),
    holderCuit: text('holder_cuit'),
    issuer: text('issuer'),
    notBefore: instant('not_before'),
    notAfter: instant('not_after'),
    fingerprint: text('fingerprint').unique(),
    receivedAt: instant('received_at'),
    activatedAt: instant('activated_at'),
    supersededAt: instant('superseded_at'),
    /** How many days before the expiry the last notice was sent. */
    expiryToldDays: integer('expiry_told_days'),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.registrationId, table.createdAt),
    index().on(table.publicKeyFingerprint),
    uniqueIndex('one_active_certificate_per_entry')
      .on(table.entryId, table.environment)
      .where(sql`activated_at is not null and superseded_at is null`),
    index('next_to_expire').on(table.notAfter).where(sql`activated_at is not null and superseded_at is null`),
    index('certificates_by_alias').on(table.workspaceId, sql`(lower(alias) collate "C")`),
    index('certificates_by_given_alias')
      .on(table.workspaceId, sql`(lower(certificate_alias) collate "C")`)
      .where(sql`certificate_alias <> alias`),
    index('active_certificates_by_expiry')
      .on(table.workspaceId, table.notAfter)
      .where(sql`activated_at is not null and superseded_at is null`),
  ],
);

/** An access ticket of the authority, shared by all processes. The lease allows one login at a time. */
export const accessTickets = pgTable(
  'access_tickets',
  {
    certificateId: uuid('certificate_id')
      .notNull()
      .references(() => certificates.id),
    service: text('service').notNull(),
    ticketSealed: sealed('ticket_sealed'),
    generatedAt: instant('generated_at'),
    expiresAt: instant('expires_at'),
    leaseHolder: uuid('lease_holder'),
    leaseUntil: instant('lease_until'),
    /** Time of the last login attempt; `outcome` is its result. */
    triedAt: instant('tried_at'),
    outcome: text('outcome').$type<LoginOutcome['kind']>(),
  },
  (table) => [primaryKey({ columns: [table.certificateId, table.service] })],
);
