-- What was everything but the owner's part is the operator's.
UPDATE "members" SET "role" = 'operator' WHERE "role" = 'member';--> statement-breakpoint
UPDATE "invitations" SET "role" = 'operator' WHERE "role" = 'member';
