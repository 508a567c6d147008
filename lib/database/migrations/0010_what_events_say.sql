ALTER TABLE "webhook_deliveries" ADD COLUMN "last_answer" jsonb;--> statement-breakpoint
ALTER TABLE "intent_events" ADD COLUMN "params" jsonb;