CREATE TABLE "vault_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"current" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_current_vault_key" ON "vault_keys" USING btree ("current") WHERE current;--> statement-breakpoint
-- An installation that was begun before this has the key that it sealed with last; every one that started has its code for the setup.
INSERT INTO "vault_keys" ("id", "current")
SELECT split_part("sealed", '.', 2), true
FROM (
	SELECT "ref_sealed" AS "sealed", "created_at" AS "sealed_at" FROM "registration_links"
	UNION ALL SELECT "key_sealed", "created_at" FROM "certificates" WHERE "key_sealed" IS NOT NULL
	UNION ALL SELECT "ticket_sealed", "generated_at" FROM "access_tickets" WHERE "ticket_sealed" IS NOT NULL
	UNION ALL SELECT "secret_sealed", "created_at" FROM "webhook_secrets"
	UNION ALL SELECT "code_sealed", "created_at" FROM "setup_codes"
) AS "values"
ORDER BY "sealed_at" DESC NULLS LAST
LIMIT 1;
