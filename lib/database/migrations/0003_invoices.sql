CREATE TABLE "invoice_series" (
	"environment" text NOT NULL,
	"cuit" text NOT NULL,
	"point_of_sale" integer NOT NULL,
	"document_type" integer NOT NULL,
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"next_look_at" timestamp (3) with time zone,
	CONSTRAINT "invoice_series_environment_cuit_point_of_sale_document_type_pk" PRIMARY KEY("environment","cuit","point_of_sale","document_type")
);
--> statement-breakpoint
CREATE TABLE "invoice_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"job_created_at" timestamp (3) with time zone NOT NULL,
	"environment" text NOT NULL,
	"cuit" text NOT NULL,
	"point_of_sale" integer NOT NULL,
	"document_type" integer NOT NULL,
	"status" text NOT NULL,
	"request" jsonb NOT NULL,
	"number" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"obstacle" jsonb,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"observations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cae" text,
	"cae_expiry" text,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entry_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"key" text,
	"mime" text NOT NULL,
	"description" text,
	"size" integer NOT NULL,
	"hash" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "stamps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD CONSTRAINT "invoice_submissions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD CONSTRAINT "invoice_submissions_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD CONSTRAINT "invoice_submissions_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_files" ADD CONSTRAINT "entry_files_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_files" ADD CONSTRAINT "entry_files_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_invoice_in_flight_per_series" ON "invoice_submissions" USING btree ("environment","cuit","point_of_sale","document_type") WHERE status = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "one_invoice_per_cae" ON "invoice_submissions" USING btree ("environment","cae");--> statement-breakpoint
CREATE UNIQUE INDEX "one_submission_per_invoice" ON "invoice_submissions" USING btree ("entry_id") WHERE status in ('queued', 'sending', 'authorised');--> statement-breakpoint
CREATE INDEX "submissions_on_their_way" ON "invoice_submissions" USING btree ("environment","cuit","point_of_sale","document_type","job_created_at","job_id") WHERE status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "invoice_submissions_entry_id_index" ON "invoice_submissions" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "entry_files_entry_id_created_at_index" ON "entry_files" USING btree ("entry_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_file_per_category_and_key" ON "entry_files" USING btree ("entry_id","category","key");--> statement-breakpoint
CREATE INDEX "jobs_tags_index" ON "jobs" USING gin ("tags");