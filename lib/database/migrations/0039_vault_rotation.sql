CREATE TABLE "vault_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vault_keys" ADD COLUMN "format" text DEFAULT 'v1' NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_keys" ADD COLUMN "clean_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vault_keys" ADD COLUMN "complete_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vault_keys" ADD COLUMN "unused_at" timestamp (3) with time zone;