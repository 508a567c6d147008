ALTER TABLE "accounts" ADD COLUMN "issuer" text;--> statement-breakpoint
-- accepted index: it has a row for each person
CREATE UNIQUE INDEX "accounts_issuer_account_id_index" ON "accounts" USING btree ("issuer","account_id");