CREATE TABLE "batch_rows" (
	"batch_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"made_id" uuid,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "batch_rows_batch_id_index_pk" PRIMARY KEY("batch_id","index")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text,
	"digest" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "batch_rows_batch_id_key_index" ON "batch_rows" USING btree ("batch_id","key");--> statement-breakpoint
CREATE INDEX "batch_rows_waiting" ON "batch_rows" USING btree ("batch_id","index") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "batches_workspace_id_created_at_id_index" ON "batches" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "batches_workspace_id_key_index" ON "batches" USING btree ("workspace_id","key");--> statement-breakpoint
CREATE INDEX "batches_running" ON "batches" USING btree ("updated_at") WHERE completed_at is null and stopped_at is null;