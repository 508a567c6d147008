DROP INDEX "webhook_deliveries_endpoint_id_index";--> statement-breakpoint
DROP INDEX "one_current_webhook_secret";--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD COLUMN "endpoint_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_index" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_secrets_endpoint_id_index" ON "webhook_secrets" USING btree ("endpoint_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_current_webhook_secret" ON "webhook_secrets" USING btree ("workspace_id",coalesce(endpoint_id, workspace_id)) WHERE expires_at is null;