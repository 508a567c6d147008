ALTER TABLE "certificates" ADD COLUMN "expiry_mailed_days" integer;--> statement-breakpoint
CREATE INDEX "proofs_on_their_way" ON "registrations" USING btree ("next_proof_at") WHERE proof_status in ('running', 'retrying');--> statement-breakpoint
CREATE INDEX "deliveries_on_their_way" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "jobs_on_their_way" ON "jobs" USING btree ("next_attempt_at") WHERE completed_at is null;