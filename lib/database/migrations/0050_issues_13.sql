CREATE TABLE "database_identities" (
	"identity" text PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "one_submission_per_invoice";--> statement-breakpoint
DROP INDEX "submissions_on_their_way";--> statement-breakpoint
DROP INDEX "submissions_of_a_workspace_on_their_way";--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD COLUMN "unanswered_numbers" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD COLUMN "under_way_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "remarks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "entries_with_remarks" ON "entries" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE remarks <> '[]';--> statement-breakpoint
CREATE UNIQUE INDEX "one_submission_per_invoice" ON "invoice_submissions" USING btree ("entry_id") WHERE status in ('queued', 'sending', 'unconfirmed', 'authorised');--> statement-breakpoint
CREATE INDEX "submissions_on_their_way" ON "invoice_submissions" USING btree ("environment","cuit","point_of_sale","document_type","job_created_at","job_id") WHERE status in ('queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "submissions_of_a_workspace_on_their_way" ON "invoice_submissions" USING btree ("workspace_id") WHERE status in ('queued', 'sending', 'unconfirmed');