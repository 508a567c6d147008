DROP INDEX "taxpayers_workspace_id_read_at_index";--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "settled_link_mails" ON "link_mails" USING btree ("created_at") WHERE coalesce(sent_at, bounced_at) is not null;--> statement-breakpoint
CREATE INDEX "taxpayers_read_at_index" ON "taxpayers" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "deliveries_by_end" ON "webhook_deliveries" USING btree ("completed_at") WHERE completed_at is not null;--> statement-breakpoint
CREATE INDEX "intent_events_created_at_index" ON "intent_events" USING btree ("created_at");