CREATE TABLE "database_identities" (
	"identity" text PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- accepted index: nothing looks by it, and the version before sends no key twice
DROP INDEX "batch_rows_batch_id_key_index";--> statement-breakpoint
-- accepted index: it comes back in this migration, with what is unconfirmed
DROP INDEX "one_submission_per_invoice";--> statement-breakpoint
-- accepted index: it comes back in this migration, with what is unconfirmed
DROP INDEX "submissions_on_their_way";--> statement-breakpoint
-- accepted index: it comes back in this migration, with what is unconfirmed
DROP INDEX "submissions_of_a_workspace_on_their_way";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "session_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD COLUMN "unanswered_numbers" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD COLUMN "under_way_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "remarks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- accepted index: no entry has a remark yet, so that it is built in one pass that writes nothing
CREATE INDEX "entries_with_remarks" ON "entries" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE remarks <> '[]';--> statement-breakpoint
-- accepted index: an index as large as this one goes beside it
-- accepted refusal: a second submission of such an invoice would be a second invoice; the version before passes over it (ON CONFLICT DO NOTHING) and says that the invoice is on its way
CREATE UNIQUE INDEX "one_submission_per_invoice" ON "invoice_submissions" USING btree ("entry_id") WHERE status in ('queued', 'sending', 'unconfirmed', 'authorised');--> statement-breakpoint
-- accepted index: few submissions are on their way
CREATE INDEX "submissions_on_their_way" ON "invoice_submissions" USING btree ("environment","cuit","point_of_sale","document_type","job_created_at","job_id") WHERE status in ('queued', 'sending', 'unconfirmed');--> statement-breakpoint
-- accepted index: few submissions are on their way
CREATE INDEX "submissions_of_a_workspace_on_their_way" ON "invoice_submissions" USING btree ("workspace_id") WHERE status in ('queued', 'sending', 'unconfirmed');