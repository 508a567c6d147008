ALTER TABLE "members" ADD COLUMN "troubles_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "digest_locale" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "digested_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "members_with_digest" ON "members" USING btree ("digested_at") WHERE digest_locale is not null;--> statement-breakpoint
CREATE INDEX "audit_troubles" ON "audit_log" USING btree ("workspace_id","created_at" DESC NULLS LAST,"position" DESC NULLS LAST) WHERE action in ('job.failed', 'link.bounced', 'registration.delegation-lost', 'webhook.given-up');