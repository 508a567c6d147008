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
import type { Environment } from '#lib/authority-environment.ts';
import type { CheckOutcome } from '#lib/certificates/checks.ts';
import type { RejectionDetail, RejectionReason } from '#lib/certificates/rejection.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import type { Locale } from '#lib/i18n.ts';
import { createdAt, id, instant, sealed, updatedAt } from './columns.ts';
import { entryId, workspaceId } from './references.ts';
import { entries } from './silo.ts';

export type RegistrationWay = 'certificate' | 'delegation';
export type RegistrationMode = RegistrationWay | 'choice';

export interface StoredRejection {
  reason: RejectionReason;
  detail: RejectionDetail;
  at: string;
  /** Time of the first rejection for this reason. */
  since?: string;
  checks: CheckOutcome[];
}

export interface StoredCuitAnswer {
  answer: 'right' | 'wrong';
  /** CUIT and name in the entry when they answered. */
  cuit: string;
  name: string;
  /** Name in the register that they were asked about; null if nobody had the CUIT. */
  nameAtAuthority: string | null;
  at: string;
}

/** Facts about a registration, with their times. Its state is derived from them (lib/registrations/state.ts). */
export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    workspaceId: workspaceId(),
    entryId: entryId(),
    environment: text('environment').$type<Environment>().notNull(),
    intent: text('intent').$type<'register' | 'renew'>().notNull(),
    /** The supplier's own certificate, or delegation; with `choice` the supplier decides. */
    mode: text('mode').$type<RegistrationMode>().notNull().default('certificate'),
    chosen: text('chosen').$type<RegistrationWay>(),
    /** Services of the authority to invoice with; the registration is complete once all of them accept a login. */
    services: text('services').array().$type<InvoicingServiceId[]>().notNull().default(['wsfe']),
    noticeEmail: text('notice_email'),
    /**
     * Names in the authority's register, by CUIT: the supplier's and the delegate's. Null: nobody has the CUIT. The
     * entry keeps the account holder's name.
     */
    namesAtAuthority: jsonb('names_at_authority')
      .$type<Record<string, string | null>>()
      .notNull()
      .default({}),
    /** The supplier's answer to whether the CUIT is theirs. */
    cuitAnswer: jsonb('cuit_answer').$type<StoredCuitAnswer | null>(),
    startedAt: instant('started_at'),
    detailsConfirmedAt: instant('details_confirmed_at'),
    serviceEnabledAt: instant('service_enabled_at'),
    requestDownloadedAt: instant('request_downloaded_at'),
    certificateReceivedAt: instant('certificate_received_at'),
    /** When the supplier reported the step as done. The wizard then no longer asks for it. */
    authorisationClaimedAt: instant('authorisation_claimed_at'),
    pointOfSaleClaimedAt: instant('point_of_sale_claimed_at'),
    authorisedAt: instant('authorised_at'),
    pointsOfSaleSettledAt: instant('points_of_sale_settled_at'),
    pointsOfSaleReadAt: instant('points_of_sale_read_at'),
    /** Last failed attempt to read the points of sale. */
    pointsOfSaleFailedAt: instant('points_of_sale_failed_at'),
    /** Next automatic reading of the points of sale, while none is usable. */
    nextPointsOfSaleAt: instant('next_points_of_sale_at'),
    pointsOfSaleAttempts: integer('points_of_sale_attempts').notNull().default(0),
    completedAt: instant('completed_at'),
    /** Completed in live, but ARCA lists no point of sale that invoices can be issued with. */
    lacksPointOfSale: boolean('lacks_point_of_sale').notNull().default(false),
    /** The supplier's last action: one recorded above, a page of the guide, or a rejected upload. */
    progressedAt: instant('progressed_at').notNull().defaultNow(),
    /** When to decide whether to remind the supplier (lib/registrations/reminders.ts). */
    nextReminderAt: instant('next_reminder_at'),
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
    /** Incremented with each upload or request for a proof; a queued attempt of an earlier round does nothing. */
    proofRound: integer('proof_round').notNull().default(0),
    proofAttempts: integer('proof_attempts').notNull().default(0),
    nextProofAt: instant('next_proof_at'),
    /** When automatic attempts ended because the authority had refused the certificate for a day. */
    proofGivenUpAt: instant('proof_given_up_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('one_open_registration_per_entry')
      .on(table.entryId, table.intent)
      .where(sql`completed_at is null and revoked_at is null`),
    index().on(table.workspaceId, table.entryId),
    index().on(table.workspaceId, table.createdAt.desc(), table.id.desc()),
    index('rated_registrations').on(table.workspaceId, table.ratedAt).where(sql`rating is not null`),
    index('commented_registrations')
      .on(table.workspaceId, table.ratedAt.desc().nullsLast())
      .where(sql`rating_comment <> ''`),
    index('open_by_progress')
      .on(table.workspaceId, table.progressedAt.desc(), table.id.desc())
      .where(sql`completed_at is null and revoked_at is null`),
    index('open_by_reason')
      .on(
        table.workspaceId,
        sql`(${table.lastRejection} ->> 'reason')`,
        table.progressedAt.desc(),
        table.id.desc(),
      )
      .where(sql`completed_at is null and revoked_at is null and last_rejection is not null`),
    index('open_rejected')
      .on(table.workspaceId, table.progressedAt.desc(), table.id.desc())
      .where(sql`completed_at is null and revoked_at is null and last_rejection is not null`),
    index('registrations_by_email')
      .on(table.workspaceId, sql`(lower(notice_email) collate "C")`)
      .where(sql`notice_email is not null`),
    // Partial indexes for the few rows that a periodic task or a report looks for.
    index('points_of_sale_to_read')
      .on(table.nextPointsOfSaleAt)
      .where(sql`next_points_of_sale_at is not null`),
    index('without_point_of_sale')
      .on(table.workspaceId, table.completedAt.desc())
      .where(sql`lacks_point_of_sale and revoked_at is null`),
    index('to_remind')
      .on(table.nextReminderAt)
      .where(sql`next_reminder_at is not null and completed_at is null and revoked_at is null`),
    index('proofs_on_their_way').on(table.nextProofAt).where(sql`proof_status in ('running', 'retrying')`),
  ],
);

export const registrationId = () =>
  uuid('registration_id')
    .notNull()
    .references(() => registrations.id);

export type RegistrationRow = typeof registrations.$inferSelect;

export const pointsOfSale = pgTable(
  'points_of_sale',
  {
    entryId: entryId(),
    number: integer('number').notNull(),
    /** The service whose list has it; a number belongs to one service only. */
    service: text('service').$type<InvoicingServiceId>().notNull(),
    system: text('system').notNull(),
    blocked: boolean('blocked').notNull(),
    closedOn: text('closed_on'),
    usable: boolean('usable').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.number] })],
);

/**
 * A supplier's delegation to another company, whose certificate acts for the supplier: facts with their times, as
 * far as the authority reveals them (docs/authority.md#delegation). One per supplier; a new delegate resets it.
 */
export const delegations = pgTable(
  'delegations',
  {
    entryId: uuid('entry_id')
      .primaryKey()
      .references(() => entries.id),
    workspaceId: workspaceId(),
    environment: text('environment').$type<Environment>().notNull(),
    /** The company to which the supplier delegates. */
    delegateEntryId: uuid('delegate_entry_id')
      .notNull()
      .references(() => entries.id),
    delegateCuit: text('delegate_cuit').notNull(),
    /** When the supplier reported having delegated. */
    claimedAt: instant('claimed_at').notNull(),
    grantedAt: instant('granted_at'),
    /** When the authority answered clearly that the granted delegation no longer exists. */
    lostAt: instant('lost_at'),
    /** The last check, its answer, and the issue time of the ticket it used. */
    checkedAt: instant('checked_at'),
    answer: text('answer').$type<'granted' | 'not-granted' | 'unknown'>(),
    ticketAt: instant('ticket_at'),
    /** Next automatic check. */
    nextCheckAt: instant('next_check_at'),
    /** Incremented with each scheduled check; a queued check with an earlier number does nothing. */
    checks: integer('checks').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.workspaceId, table.claimedAt),
    index().on(table.delegateEntryId),
    index('delegations_to_check').on(table.nextCheckAt),
  ],
);

export type DelegationRow = typeof delegations.$inferSelect;

/** The task that a link for now is for. */
export type LinkPurpose = 'register' | 'renew' | 'point-of-sale';

export const registrationLinks = pgTable(
  'registration_links',
  {
    id: id(),
    workspaceId: workspaceId(),
    registrationId: registrationId(),
    scope: text('scope').$type<'full' | 'arca-steps-only'>().notNull(),
    /** Only of a link for now (lib/registrations/timed-link.ts), which is none of those that are extended. */
    purpose: text('purpose').$type<LinkPurpose>(),
    refHash: text('ref_hash').notNull().unique(),
    refSealed: sealed('ref_sealed').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The `expiresAt` whose expiry was published as an event. An extended link expires again, with another event. */
    expiryToldFor: instant('expiry_told_for'),
    revokedAt: instant('revoked_at'),
    renewalRequestedAt: instant('renewal_requested_at'),
    /** The person to whom the supplier handed over the link; null for the supplier's own link. */
    holderName: text('holder_name'),
    holderEmail: text('holder_email'),
    holderWhatsapp: text('holder_whatsapp'),
    /** The holder's first action. A GET does not count: mail scanners open links too. */
    openedAt: instant('opened_at'),
    /** The holder's answers about themselves, and their place in the guide. */
    voice: text('voice').$type<'self' | 'company' | 'client'>(),
    place: text('place'),
    locale: text('locale').$type<Locale>(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.registrationId),
    index('links_by_holders_email')
      .on(table.workspaceId, sql`(lower(holder_email) collate "C")`)
      .where(sql`holder_email is not null`),
  ],
);

export type LinkRow = typeof registrationLinks.$inferSelect;
