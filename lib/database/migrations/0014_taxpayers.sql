CREATE TABLE "taxpayers" (
	"workspace_id" uuid NOT NULL,
	"cuit" text NOT NULL,
	"taxpayer" jsonb,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "taxpayers_workspace_id_cuit_pk" PRIMARY KEY("workspace_id","cuit")
);
--> statement-breakpoint
ALTER TABLE "taxpayers" ADD CONSTRAINT "taxpayers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taxpayers_workspace_id_read_at_index" ON "taxpayers" USING btree ("workspace_id","read_at");