CREATE TABLE "idempotent_answers" (
	"workspace_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"status" integer,
	"body_sealed" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_answers_workspace_id_route_key_pk" PRIMARY KEY("workspace_id","route","key")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "used_versions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotent_answers" ADD CONSTRAINT "idempotent_answers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotent_answers_created_at_index" ON "idempotent_answers" USING btree ("created_at");