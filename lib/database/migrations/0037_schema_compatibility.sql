CREATE TABLE "schema_compatibility" (
	"since" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO "schema_compatibility" VALUES ('0.2.0');
