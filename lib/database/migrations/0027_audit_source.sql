ALTER TABLE "audit_log" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "audit_log_workspace_id_created_at_position_index" ON "audit_log" USING btree ("workspace_id","created_at" DESC NULLS LAST,"position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_workspace_id_action_created_at_position_index" ON "audit_log" USING btree ("workspace_id","action","created_at" DESC NULLS LAST,"position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_log" USING btree ("workspace_id",(case when actor_kind in ('user', 'api-key') then actor_id else actor_kind end),"created_at" DESC NULLS LAST,"position" DESC NULLS LAST);