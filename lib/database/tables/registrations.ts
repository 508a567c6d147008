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
import { createdAt, id, instant, updatedAt } from './columns.ts';
import { entryId, workspaceId } from './references.ts';

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
