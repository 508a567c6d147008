-- Nothing of it need outlive a crash: it costs no write ahead.
CREATE UNLOGGED TABLE "rate_uses" (
	"key" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_uses_ends_at" ON "rate_uses" USING btree ("ends_at");