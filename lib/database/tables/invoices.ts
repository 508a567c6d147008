import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FoundInvoice, InvoiceRequest } from '#lib/arca/invoicing.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { StoredFault, StoredMessage } from '#lib/faults.ts';
import { createdAt, id, instant, updatedAt } from './columns.ts';
import { entryId, workspaceId } from './references.ts';
import { jobs } from './workflows.ts';

/** What numbers are counted by at the authority. Two workspaces may hold the same company: it stands in neither. */
const series = () => ({
  environment: text('environment').$type<Environment>().notNull(),
  cuit: text('cuit').notNull(),
  pointOfSale: integer('point_of_sale').notNull(),
  documentType: integer('document_type').notNull(),
});

/** One process at a time sends the invoices of a series: who holds its lease. */
export const invoiceSeries = pgTable(
  'invoice_series',
  {
    ...series(),
    leaseHolder: uuid('lease_holder'),
    leaseUntil: instant('lease_until'),
    /** Up to this number all that the authority counts is known: ours, or noted as unclaimed. */
    checkedUpTo: integer('checked_up_to').notNull().default(0),
    /** Somebody looks then whether the holder of the lease has died. */
    nextLookAt: instant('next_look_at'),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.cuit, table.pointOfSale, table.documentType] }),
  ],
);

/**
 * What the authority has authorized in a series and no submission accounts for: other software's, or ours of a time
 * that was lost when a backup was restored.
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

/** An invoice on its way to the authority, and what became of it. */
export const invoiceSubmissions = pgTable(
  'invoice_submissions',
  {
    id: id(),
    workspaceId: workspaceId(),
    entryId: entryId(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id),
    /** Its place in the series: invoices are numbered in the order in which their jobs were created. */
    jobCreatedAt: instant('job_created_at').notNull(),
    ...series(),
    /**
     * `sending`: the number is stored, and the authority may have heard of it. `unconfirmed`: it left without an
     * answer and is not to be sent any more (its job was cancelled, or a later attempt was refused), but the authority
     * may still authorize it.
     */
    status: text('status').$type<SubmissionStatus>().notNull(),
    /** The request to the authority, all but its number. */
    request: jsonb('request').$type<InvoiceRequest>().notNull(),
    number: integer('number'),
    /** Numbers under which it left without an answer; its voucher, if there is one, has one of these. */
    unansweredNumbers: integer('unanswered_numbers').array().notNull().default([]),
    /** Until then a request without an answer may still be worked at by the authority. */
    underWayUntil: instant('under_way_until'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** Why it is not through yet, after the last attempt. */
    obstacle: jsonb('obstacle').$type<StoredMessage | null>(),
    /** Why the authority refused it. */
    faults: jsonb('faults').$type<StoredFault[]>().notNull().default([]),
    /** What the authority remarked when it authorized it. */
    observations: jsonb('observations').$type<{ code: number; message: string }[]>().notNull().default([]),
    cae: text('cae'),
    /** ISO date. */
    caeExpiry: text('cae_expiry'),
    settledAt: instant('settled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('one_invoice_on_its_way_per_number')
      .on(table.environment, table.cuit, table.pointOfSale, table.documentType, table.number)
      .where(sql`status = 'sending'`),
    uniqueIndex('one_invoice_per_cae').on(table.environment, table.cae),
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
    index('authorised_by_day').on(table.workspaceId, table.settledAt).where(sql`status = 'authorised'`),
    index().on(table.entryId),
    index('submissions_of_a_workspace_on_their_way')
      .on(table.workspaceId)
      .where(sql`status in ('queued', 'sending', 'unconfirmed')`),
  ],
);
