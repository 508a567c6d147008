ALTER TABLE "api_keys" ADD COLUMN "token_mac" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "token_mac" text;