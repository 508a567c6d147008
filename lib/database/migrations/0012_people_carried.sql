CREATE TABLE "authority_status" (
	"environment" text NOT NULL,
	"service" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"probed_at" timestamp (3) with time zone,
	CONSTRAINT "authority_status_environment_service_pk" PRIMARY KEY("environment","service")
);
--> statement-breakpoint
CREATE TABLE "link_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"address" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	"detail" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registration_links" ADD COLUMN "holder_name" text;--> statement-breakpoint
ALTER TABLE "registration_links" ADD COLUMN "holder_email" text;--> statement-breakpoint
ALTER TABLE "registration_links" ADD COLUMN "holder_whatsapp" text;--> statement-breakpoint
ALTER TABLE "registration_links" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registration_links" ADD COLUMN "voice" text;--> statement-breakpoint
ALTER TABLE "registration_links" ADD COLUMN "service_listed" text;--> statement-breakpoint
ALTER TABLE "registration_links" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "registration_links" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "authorisation_claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "point_of_sale_claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "next_points_of_sale_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "points_of_sale_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "completed_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "ready_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "rating" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "rating_comment" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "rated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "link_mails" ADD CONSTRAINT "link_mails_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_mails" ADD CONSTRAINT "link_mails_link_id_registration_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."registration_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_mails_link_id_created_at_index" ON "link_mails" USING btree ("link_id","created_at");--> statement-breakpoint
CREATE INDEX "link_mails_address_created_at_index" ON "link_mails" USING btree ("address","created_at");