ALTER TABLE "entries" drop column "search";--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(lower(regexp_replace(normalize(
  coalesce(doc #>> '{name}', '') || ' ' || coalesce(doc #>> '{alias}', '') || ' ' || coalesce(doc #>> '{tax_id,code}', '') || ' ' || coalesce(doc #>> '{customer,name}', '') || ' ' || coalesce(doc #>> '{customer,alias}', '') || ' ' || coalesce(doc #>> '{customer,tax_id,code}', '') || ' ' || coalesce(doc #>> '{tax_id,country}', '') || coalesce(doc #>> '{tax_id,code}', '') || ' ' || coalesce(doc #>> '{customer,tax_id,country}', '') || coalesce(doc #>> '{customer,tax_id,code}', '') || ' ' || case when folder = 'invoices' and coalesce(doc #>> '{code}', '') <> '' then
    coalesce(doc #>> '{code}', '') || ' ' || lpad(coalesce(doc #>> '{code}', ''), 8, '0') || ' ' ||
    lpad(coalesce(doc #>> '{series}', ''), 5, '0') || lpad(coalesce(doc #>> '{code}', ''), 8, '0') else '' end,
  NFD), '[\u0300-\u036f.''’´]', '', 'g')), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0«»\u2000-\u206f\u3000]+'), ''))) STORED;--> statement-breakpoint
CREATE INDEX "entries_search_index" ON "entries" USING gin ("search");
