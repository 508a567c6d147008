import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FoundInvoice, InvoiceRequest } from '#lib/arca/invoicing.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { StoredFault, StoredMessage } from '#lib/faults.ts';
import { bytes, createdAt, id, instant, updatedAt } from './columns.ts';
import { entryId, workspaceId } from './references.ts';
import { jobs } from './workflows.ts';

/** Identifies a gapless number series. Not tied to a workspace: two workspaces may invoice for the same company. */
const series = () => ({
  environment: text('environment').$type<Environment>().notNull(),
  cuit: text('cuit').notNull(),
  pointOfSale: integer('point_of_sale').notNull(),
  documentType: integer('document_type').notNull(),
});

/** A number series. Only the holder of its lease sends invoices of the series. */
export const invoiceSeries = pgTable(
  'invoice_series',
  {
    ...series(),
    leaseHolder: uuid('lease_holder'),
    leaseUntil: instant('lease_until'),
    /** Each voucher up to this number is either one of our submissions or recorded as unclaimed. */
    checkedUpTo: integer('checked_up_to').notNull().default(0),
    /** When to check whether the lease holder has died. */
    nextLookAt: instant('next_look_at'),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.cuit, table.pointOfSale, table.documentType] }),
  ],
);

/**
 * Authorized vouchers of a series that match none of our submissions: they come from other software, or from a
 * period that was lost when a backup was restored.
 */
export const unclaimedVouchers = pgTable(
  'unclaimed_vouchers',
  {
    ...series(),
    number: integer('number').notNull(),
    voucher: jsonb('voucher').$type<FoundInvoice>().notNull(),
    processedAt: instant('processed_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({
      columns: [table.environment, table.cuit, table.pointOfSale, table.documentType, table.number],
    }),
  ],
);

type SubmissionStatus = 'queued' | 'sending' | 'unconfirmed' | 'authorised' | 'refused' | 'withdrawn';

/** An invoice submitted to the authority, and the outcome. */
export const invoiceSubmissions = pgTable(
  'invoice_submissions',
  {
    id: id(),
    workspaceId: workspaceId(),
    entryId: entryId(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id),
    /** Order within the series: invoices are numbered in the order in which their jobs were created. */
    jobCreatedAt: instant('job_created_at').notNull(),
    ...series(),
    /**
     * `sending`: the number is stored, and the authority may have received the request. `unconfirmed`: a
     * request was sent without a response and must not be sent again (the job was cancelled, or a later
     * attempt was refused), but the authority may still authorize it.
     */
    status: text('status').$type<SubmissionStatus>().notNull(),
    /** The request to the authority, without its number. */
    request: jsonb('request').$type<InvoiceRequest>().notNull(),
    number: integer('number'),
    /** Numbers of requests without a response; the voucher, if there is one, has one of these. */
    unansweredNumbers: integer('unanswered_numbers').array().notNull().default([]),
    /** Until this time, the authority may still be processing a request without a response. */
    underWayUntil: instant('under_way_until'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** Why the invoice is delayed, as of the last attempt. */
    obstacle: jsonb('obstacle').$type<StoredMessage | null>(),
    /** The authority's reasons for refusing it. */
    faults: jsonb('faults').$type<StoredFault[]>().notNull().default([]),
    /** The authority's remarks on an authorized invoice. */
    observations: jsonb('observations').$type<{ code: number; message: string }[]>().notNull().default([]),
    cae: text('cae'),
    /** ISO date. */
    caeExpiry: text('cae_expiry'),
    settledAt: instant('settled_at'),
    /** Next check of what the customer did with a credit invoice (FCE); null once that is final. */
    nextCreditCheckAt: instant('next_credit_check_at'),
    /** Incremented with each check; a queued check with an earlier number does nothing. */
    creditChecks: integer('credit_checks').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('one_invoice_on_its_way_per_number')
      .on(table.environment, table.cuit, table.pointOfSale, table.documentType, table.number)
      .where(sql`status = 'sending'`),
    uniqueIndex('one_invoice_per_cae').on(table.environment, table.cae),
    // For a search by the first digits of a CAE.
    index('submissions_by_cae').on(table.workspaceId, table.cae).where(sql`cae is not null`),
    uniqueIndex('one_submission_per_invoice')
      .on(table.entryId)
      .where(sql`status in ('queued', 'sending', 'unconfirmed', 'authorised')`),
    index('submissions_on_their_way')
      .on(
        table.environment,
        table.cuit,
        table.pointOfSale,
        table.documentType,
        table.jobCreatedAt,
        table.jobId,
      )
      .where(sql`status in ('queued', 'sending', 'unconfirmed')`),
    // The last number of a series is read before the first invoice of each lease.
    index('authorised_numbers')
      .on(table.environment, table.cuit, table.pointOfSale, table.documentType, table.number)
      .where(sql`cae is not null`),
    index('credit_invoices_to_check')
      .on(table.nextCreditCheckAt)
      .where(sql`next_credit_check_at is not null`),
    index().on(table.entryId),
    index('submissions_of_a_workspace_on_their_way')
      .on(table.workspaceId)
      .where(sql`status in ('queued', 'sending', 'unconfirmed')`),
  ],
);

/** The PDFs of a month's authorized documents, collected in parts (lib/invoices/month-archive.ts). */
export const monthArchives = pgTable(
  'month_archives',
  {
    id: id(),
    workspaceId: workspaceId(),
    /** CUIT. */
    issuer: text('issuer').notNull(),
    /** `2026-11` */
    month: text('month').notNull(),
    /** Documents at the beginning; more may be authorized meanwhile. */
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** Documents whose PDF could not be drawn, or that did not fit (`archiveLimits`). */
    missing: integer('missing').notNull().default(0),
    parts: integer('parts').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** The last document that is done. */
    place: jsonb('place').$type<Place | null>(),
    completedAt: instant('completed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('one_archive_per_month').on(table.workspaceId, table.issuer, table.month),
    index().on(table.createdAt),
  ],
);

/** A document's place in a month: by date, type and point of sale, then in the order of creation. */
export type Place = [
  issuedOn: string,
  documentType: string,
  pointOfSale: string,
  number: string,
  entryId: string,
];

/** Some PDFs, one after the other. */
export const monthArchiveParts = pgTable(
  'month_archive_parts',
  {
    archiveId: uuid('archive_id')
      .notNull()
      .references(() => monthArchives.id, { onDelete: 'cascade' }),
    index: integer('index').notNull(),
    /** Name and size of each. */
    files: jsonb('files').$type<{ name: string; size: number }[]>().notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.archiveId, table.index] })],
);
