DROP INDEX "entries_search_index";--> statement-breakpoint
CREATE INDEX "next_to_expire" ON "certificates" USING btree ("not_after") WHERE activated_at is not null and superseded_at is null;--> statement-breakpoint
CREATE INDEX "expiry_not_mailed" ON "certificates" USING btree ("expiry_told_days") WHERE superseded_at is null and expiry_mailed_days is distinct from expiry_told_days;--> statement-breakpoint
CREATE INDEX "link_mails_to_send" ON "link_mails" USING btree ("created_at") WHERE sent_at is null and bounced_at is null;--> statement-breakpoint
CREATE INDEX "points_of_sale_to_read" ON "registrations" USING btree ("next_points_of_sale_at") WHERE next_points_of_sale_at is not null;--> statement-breakpoint
CREATE INDEX "completed_not_mailed" ON "registrations" USING btree ("completed_at") WHERE completed_mailed_at is null;--> statement-breakpoint
CREATE INDEX "ready_not_mailed" ON "registrations" USING btree ("completed_mailed_at") WHERE ready_mailed_at is null and environment = 'live';--> statement-breakpoint
CREATE INDEX "given_up" ON "registrations" USING btree ("proof_given_up_at") WHERE completed_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_words" ON "entries" USING gin ((regexp_replace(search::text, '''([^'']+)''', '''' || right(workspace_id::text, 6) || '\1''', 'g')::tsvector));