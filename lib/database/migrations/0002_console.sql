CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"role" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "setup_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"code_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "workspace_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "state_key" text GENERATED ALWAYS AS (coalesce(state, 'empty')) STORED;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(lower(regexp_replace(normalize(
  coalesce(doc ->> 'name', '') || ' ' || coalesce(doc ->> 'alias', '') || ' ' ||
  coalesce(doc -> 'tax_id' ->> 'code', '') || ' ' ||
  coalesce(doc -> 'tax_id' ->> 'country', '') || coalesce(doc -> 'tax_id' ->> 'code', ''),
  NFD), '[\u0300-\u036f.''’´]', '', 'g')), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0«»\u2000-\u206f\u3000]+'), ''))) STORED;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_workspace_id_created_at_index" ON "invitations" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "members_user_id_index" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "active_certificates_by_expiry" ON "certificates" USING btree ("workspace_id","not_after") WHERE activated_at is not null and superseded_at is null;--> statement-breakpoint
CREATE INDEX "registrations_workspace_id_created_at_id_index" ON "registrations" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "entries_workspace_id_folder_state_key_created_at_id_index" ON "entries" USING btree ("workspace_id","folder","state_key","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "entries_search_index" ON "entries" USING gin ("search");--> statement-breakpoint
CREATE INDEX "jobs_workspace_id_status_created_at_id_index" ON "jobs" USING btree ("workspace_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_workflow_id_created_at_id_index" ON "jobs" USING btree ("workflow_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);