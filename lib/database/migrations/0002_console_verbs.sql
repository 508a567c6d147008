ALTER TABLE "apps" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "state_key" text GENERATED ALWAYS AS (coalesce(state, 'empty')) STORED;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(lower(regexp_replace(normalize(
  coalesce(doc ->> 'name', '') || ' ' || coalesce(doc ->> 'alias', '') || ' ' ||
  coalesce(doc -> 'tax_id' ->> 'code', '') || ' ' ||
  coalesce(doc -> 'tax_id' ->> 'country', '') || coalesce(doc -> 'tax_id' ->> 'code', ''),
  NFD), '[\u0300-\u036f.''’´]', '', 'g')), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0«»\u2000-\u206f\u3000]+'), ''))) STORED;--> statement-breakpoint
CREATE INDEX "active_certificates_by_expiry" ON "certificates" USING btree ("workspace_id","not_after") WHERE activated_at is not null and superseded_at is null;--> statement-breakpoint
CREATE INDEX "registrations_workspace_id_created_at_id_index" ON "registrations" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "entries_workspace_id_folder_state_key_created_at_id_index" ON "entries" USING btree ("workspace_id","folder","state_key","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "entries_search_index" ON "entries" USING gin ("search");