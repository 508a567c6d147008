import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LoginOutcome } from '#lib/arca/wsaa.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { CheckOutcome } from '#lib/certificates/checks.ts';
import type { RejectionDetail, RejectionReason } from '#lib/certificates/rejection.ts';
import type { Locale } from '#lib/i18n.ts';
import { createdAt, id, instant, sealed, updatedAt } from './columns.ts';
import { entryId, workspaceId } from './references.ts';

const registrationId = () =>
  uuid('registration_id')
    .notNull()
    .references(() => registrations.id);

export type RegistrationWay = 'certificate' | 'delegation';
export type RegistrationMode = RegistrationWay | 'choice';

export interface StoredRejection {
  reason: RejectionReason;
  detail: RejectionDetail;
  at: string;
  /** When it was first given for this reason. */
  since?: string;
  checks: CheckOutcome[];
}

/** Facts with their instants. The state is derived from them (lib/registrations/registration.ts), never stored. */
export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    workspaceId: workspaceId(),
    entryId: entryId(),
    environment: text('environment').$type<Environment>().notNull(),
    intent: text('intent').$type<'register' | 'renew'>().notNull(),
    /** By which way: a certificate of their own, or the delegation to another's; `choice` leaves it to the supplier. */
    mode: text('mode').$type<RegistrationMode>().notNull().default('certificate'),
    chosen: text('chosen').$type<RegistrationWay>(),
    noticeEmail: text('notice_email'),
    begunAt: instant('opened_at'),
    detailsConfirmedAt: instant('details_confirmed_at'),
    serviceEnabledAt: instant('service_enabled_at'),
    requestDownloadedAt: instant('request_downloaded_at'),
    certificateReceivedAt: instant('certificate_received_at'),
    /** The supplier says so, before the authority does: what was done ahead of its turn is not asked for again. */
    authorisationClaimedAt: instant('authorisation_claimed_at'),
    pointOfSaleClaimedAt: instant('point_of_sale_claimed_at'),
    authorisedAt: instant('authorised_at'),
    pointsOfSaleSettledAt: instant('points_of_sale_settled_at'),
    pointsOfSaleReadAt: instant('points_of_sale_read_at'),
    /** The last try to read them, when the authority did not answer it. */
    pointsOfSaleFailedAt: instant('points_of_sale_failed_at'),
    /** When they are read again unasked, as long as none can be used. */
    nextPointsOfSaleAt: instant('next_points_of_sale_at'),
    pointsOfSaleAttempts: integer('points_of_sale_attempts').notNull().default(0),
    completedAt: instant('completed_at'),
    /** Those who worked on it were written to: that it is complete, and that invoices can be issued. */
    completedMailedAt: instant('completed_mailed_at'),
    readyMailedAt: instant('ready_mailed_at'),
    /** The answer to «¿Fue fácil?». */
    rating: text('rating').$type<'easy' | 'so-so' | 'hard'>(),
    ratingComment: text('rating_comment'),
    ratedAt: instant('rated_at'),
    revokedAt: instant('revoked_at'),
    lastRejection: jsonb('last_rejection').$type<StoredRejection | null>(),
    proofStatus: text('proof_status')
      .$type<'none' | 'running' | 'retrying' | 'settled'>()
      .notNull()
      .default('none'),
    /** Counts the presses of the button: a queued attempt of an earlier round does nothing. */
    proofRound: integer('proof_round').notNull().default(0),
    proofAttempts: integer('proof_attempts').notNull().default(0),
    nextProofAt: instant('next_proof_at'),
    /** The authority has not taken the certificate for a day: nothing is tried unasked any more. */
    proofGivenUpAt: instant('proof_given_up_at'),
    /** The supplier and the holder were written to about it. */
    givenUpMailedAt: instant('given_up_mailed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('one_open_registration_per_entry')
      .on(table.entryId, table.intent)
      .where(sql`completed_at is null and revoked_at is null`),
    index().on(table.workspaceId, table.entryId),
    index().on(table.workspaceId, table.createdAt.desc(), table.id.desc()),
    index('commented_registrations')
      .on(table.workspaceId, table.ratedAt.desc().nullsLast())
      .where(sql`rating_comment <> ''`),
    // What a process looks for every few minutes (lib/workers.ts) is among few of them all.
    index('points_of_sale_to_read')
      .on(table.nextPointsOfSaleAt)
      .where(sql`next_points_of_sale_at is not null`),
    index('completed_not_mailed').on(table.completedAt).where(sql`completed_mailed_at is null`),
    index('ready_not_mailed')
      .on(table.completedMailedAt)
      .where(sql`ready_mailed_at is null and environment = 'live'`),
    index('given_up').on(table.proofGivenUpAt).where(sql`completed_at is null and revoked_at is null`),
    index('proofs_on_their_way').on(table.nextProofAt).where(sql`proof_status in ('running', 'retrying')`),
  ],
);

export type RegistrationRow = typeof registrations.$inferSelect;

export const registrationLinks = pgTable(
  'registration_links',
  {
    id: id(),
    workspaceId: workspaceId(),
    registrationId: registrationId(),
    scope: text('scope').$type<'full' | 'arca-steps-only'>().notNull(),
    refHash: text('ref_hash').notNull().unique(),
    refSealed: sealed('ref_sealed').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The end that was told to those who listen: an extended link ends, and is told of, again. */
    expiryToldFor: instant('expiry_told_for'),
    revokedAt: instant('revoked_at'),
    renewalRequestedAt: instant('renewal_requested_at'),
    /** Whom the supplier handed it over to; absent on the supplier's own. */
    holderName: text('holder_name'),
    holderEmail: text('holder_email'),
    holderWhatsapp: text('holder_whatsapp'),
    /** Its holder's first act: a GET, which mail scanners do too, is none. */
    openedAt: instant('opened_at'),
    /** What its holder said of themselves, and where they are in the guide. */
    voice: text('voice').$type<'self' | 'company' | 'client'>(),
    serviceListed: text('service_listed').$type<'yes' | 'no' | 'unknown'>(),
    place: text('place'),
    locale: text('locale').$type<Locale>(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.registrationId)],
);

export type LinkRow = typeof registrationLinks.$inferSelect;

/** Each time a link was mailed, from the wizard or by a workflow, and what became of it. */
export const linkMails = pgTable(
  'link_mails',
  {
    id: id(),
    workspaceId: workspaceId(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => registrationLinks.id),
    address: text('address').notNull(),
    sentAt: instant('sent_at'),
    bouncedAt: instant('bounced_at'),
    detail: text('detail'),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.linkId, table.createdAt),
    index().on(table.address, table.createdAt),
    index('link_mails_to_send').on(table.createdAt).where(sql`sent_at is null and bounced_at is null`),
    index('settled_link_mails').on(table.createdAt).where(sql`coalesce(sent_at, bounced_at) is not null`),
  ],
);

/** One row for each key pair; the certificate is added when it comes back. */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    workspaceId: workspaceId(),
    registrationId: registrationId(),
    entryId: entryId(),
    environment: text('environment').$type<Environment>().notNull(),
    alias: text('alias').notNull(),
    /** Null once the key was destroyed. */
    keySealed: sealed('key_sealed'),
    csr: text('csr').notNull(),
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
    /** The last notice of its expiry, in days before the end. */
    expiryToldDays: integer('expiry_told_days'),
    /** The last that was mailed, or that there was nobody to mail to. */
    expiryMailedDays: integer('expiry_mailed_days'),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.registrationId, table.createdAt),
    index().on(table.publicKeyFingerprint),
    uniqueIndex('one_active_certificate_per_entry')
      .on(table.entryId, table.environment)
      .where(sql`activated_at is not null and superseded_at is null`),
    index('next_to_expire').on(table.notAfter).where(sql`activated_at is not null and superseded_at is null`),
    index('expiry_not_mailed')
      .on(table.expiryToldDays)
      .where(sql`superseded_at is null and expiry_mailed_days is distinct from expiry_told_days`),
    index('active_certificates_by_expiry')
      .on(table.workspaceId, table.notAfter)
      .where(sql`activated_at is not null and superseded_at is null`),
  ],
);

/** The authority's ticket for (certificate, service), shared by all instances. At most one login at a time. */
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
    /** The last login, whatever came of it, and what that was. */
    triedAt: instant('tried_at'),
    outcome: text('outcome').$type<LoginOutcome['kind']>(),
  },
  (table) => [primaryKey({ columns: [table.certificateId, table.service] })],
);

export const pointsOfSale = pgTable(
  'points_of_sale',
  {
    entryId: entryId(),
    number: integer('number').notNull(),
    system: text('system').notNull(),
    blocked: boolean('blocked').notNull(),
    closedOn: text('closed_on'),
    usable: boolean('usable').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.number] })],
);

/** What was seen of the authority last, by environment and service; shared by all instances. */
export const authorityStatus = pgTable(
  'authority_status',
  {
    environment: text('environment').$type<Environment>().notNull(),
    service: text('service').$type<'wsaa' | 'wsfe'>().notNull(),
    answeredAt: instant('answered_at'),
    /** Since when no answer came; null while it answers. */
    failingSince: instant('failing_since'),
    failedAt: instant('failed_at'),
    failure: text('failure'),
    /** When it was last asked only to see whether it answers. */
    probedAt: instant('probed_at'),
  },
  (table) => [primaryKey({ columns: [table.environment, table.service] })],
);
