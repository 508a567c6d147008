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
  /** When it was first given for this reason. */
  since?: string;
  checks: CheckOutcome[];
}

/** Facts with their instants. The state is derived from them (lib/registrations/state.ts), never stored. */
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
    startedAt: instant('started_at'),
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
    /** Completed in live, and ARCA lists no point of sale that invoices can be issued with. */
    lacksPointOfSale: boolean('lacks_point_of_sale').notNull().default(false),
    /** The last step of the supplier's: any fact above that is theirs, a card of the guide, an upload that was refused. */
    progressedAt: instant('progressed_at').notNull().defaultNow(),
    /** When it is looked at whether to remind the supplier: lib/registrations/reminders/. */
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
    /** Counts the presses of the button: a queued attempt of an earlier round does nothing. */
    proofRound: integer('proof_round').notNull().default(0),
    proofAttempts: integer('proof_attempts').notNull().default(0),
    nextProofAt: instant('next_proof_at'),
    /** The authority has not taken the certificate for a day: nothing is tried unasked any more. */
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
    // What a process looks for every few minutes (lib/workers.ts) is among few of them all.
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
    system: text('system').notNull(),
    blocked: boolean('blocked').notNull(),
    closedOn: text('closed_on'),
    usable: boolean('usable').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.number] })],
);

/**
 * That a supplier lets another's certificate act: facts with their instants, as far as the authority lets them be seen
 * (docs/authority.md#delegation). One for each supplier; to another delegate it begins anew.
 */
export const delegations = pgTable(
  'delegations',
  {
    entryId: uuid('entry_id')
      .primaryKey()
      .references(() => entries.id),
    workspaceId: workspaceId(),
    environment: text('environment').$type<Environment>().notNull(),
    /** Whose certificate acts. */
    delegateEntryId: uuid('delegate_entry_id')
      .notNull()
      .references(() => entries.id),
    delegateCuit: text('delegate_cuit').notNull(),
    /** The supplier said that they have done their part. */
    claimedAt: instant('claimed_at').notNull(),
    grantedAt: instant('granted_at'),
    /** The authority said clearly that what was granted is no more. */
    lostAt: instant('lost_at'),
    /** The last answer, and the ticket that it rests on. */
    checkedAt: instant('checked_at'),
    answer: text('answer').$type<'granted' | 'not-granted' | 'unknown'>(),
    ticketAt: instant('ticket_at'),
    /** When it is asked again unasked. */
    nextCheckAt: instant('next_check_at'),
    /** Counts the checks of the schedule: a queued one of an earlier count does nothing. */
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
  (table) => [
    index().on(table.registrationId),
    index('links_by_holders_email')
      .on(table.workspaceId, sql`(lower(holder_email) collate "C")`)
      .where(sql`holder_email is not null`),
  ],
);

export type LinkRow = typeof registrationLinks.$inferSelect;
