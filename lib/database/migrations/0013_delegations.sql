CREATE TABLE "delegations" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"delegate_entry_id" uuid NOT NULL,
	"delegate_cuit" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"granted_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"answer" text,
	"ticket_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_tickets" ADD COLUMN "tried_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "access_tickets" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "mode" text DEFAULT 'certificate' NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "chosen" text;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_delegate_entry_id_entries_id_fk" FOREIGN KEY ("delegate_entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delegations_workspace_id_claimed_at_index" ON "delegations" USING btree ("workspace_id","claimed_at");--> statement-breakpoint
CREATE INDEX "delegations_delegate_entry_id_index" ON "delegations" USING btree ("delegate_entry_id");--> statement-breakpoint
CREATE INDEX "delegations_to_check" ON "delegations" USING btree ("next_check_at");