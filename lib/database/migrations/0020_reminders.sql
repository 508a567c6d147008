ALTER TABLE "link_mails" ADD COLUMN "kind" text DEFAULT 'asked' NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "progressed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "next_reminder_at" timestamp (3) with time zone;--> statement-breakpoint
-- Nobody is reminded by an upgrade: of what is open already a registration is looked at once it moves on.
UPDATE "registrations" SET "progressed_at" = greatest("created_at", "opened_at", "details_confirmed_at", "service_enabled_at",
	"request_downloaded_at", "certificate_received_at", "authorisation_claimed_at", "point_of_sale_claimed_at",
	("last_rejection" ->> 'at')::timestamptz);--> statement-breakpoint
CREATE INDEX "open_by_progress" ON "registrations" USING btree ("workspace_id","progressed_at") WHERE completed_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "to_remind" ON "registrations" USING btree ("next_reminder_at") WHERE next_reminder_at is not null and completed_at is null and revoked_at is null;