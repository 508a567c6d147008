DROP INDEX "entries_of_folder";--> statement-breakpoint
DROP INDEX "invoices_of_issuer";--> statement-breakpoint
DROP INDEX "entries_workspace_id_created_at_id_index";--> statement-breakpoint
DROP INDEX "entries_workspace_id_folder_state_key_created_at_id_index";--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "listed_entries_of_folder" ON "entries" USING btree ("workspace_id","folder","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"state_key","document_type","point_of_sale","issued_on") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "listed_invoices_of_issuer" ON "entries" USING btree ("workspace_id","issuer","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"state_key","document_type","point_of_sale","issued_on") WHERE issuer is not null and archived_at is null;--> statement-breakpoint
CREATE INDEX "listed_entries" ON "entries" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "listed_entries_in_state" ON "entries" USING btree ("workspace_id","folder","state_key","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "archived_entries" ON "entries" USING btree ("workspace_id","folder","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "suppliers_by_tax_code" ON "entries" USING btree ("workspace_id",(doc #>> '{tax_id,code}')) WHERE folder = 'suppliers';--> statement-breakpoint
-- The overview counts what its lists have.
CREATE OR REPLACE FUNCTION "counted"("supplier" "entries") RETURNS TABLE ("what" text, "day" date, "facts" jsonb) STABLE LANGUAGE sql AS $$
	select 'suppliers', 'infinity'::date, jsonb_build_object('state', supplier.state_key)
	where supplier.folder = 'suppliers' and supplier.archived_at is null
$$;--> statement-breakpoint
DROP TRIGGER "count_changed_supplier" ON "entries";--> statement-breakpoint
CREATE TRIGGER "count_changed_supplier" AFTER UPDATE OF "workspace_id", "folder", "state", "archived_at" ON "entries" FOR EACH ROW
	WHEN (old.folder = 'suppliers' or new.folder = 'suppliers') EXECUTE FUNCTION keep_counts();
