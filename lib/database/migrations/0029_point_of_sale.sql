ALTER TABLE "registrations" ADD COLUMN "lacks_point_of_sale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "without_point_of_sale" ON "registrations" USING btree ("workspace_id","completed_at" DESC NULLS LAST) WHERE lacks_point_of_sale and revoked_at is null;--> statement-breakpoint
UPDATE "registrations" SET "lacks_point_of_sale" = true
WHERE "environment" = 'live' AND "completed_at" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "points_of_sale" WHERE "points_of_sale"."entry_id" = "registrations"."entry_id" AND "usable"
);
