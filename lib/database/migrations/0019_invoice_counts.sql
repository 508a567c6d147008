CREATE INDEX "submissions_of_a_workspace_on_their_way" ON "invoice_submissions" USING btree ("workspace_id") WHERE status in ('queued', 'sending');--> statement-breakpoint
-- Of a whole statement, which settles a lot: the invoice alone would pay for it row by row.
CREATE FUNCTION "keep_invoice_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	insert into supplier_count_changes (workspace_id, what, day, facts, change)
	select now_so.workspace_id, 'invoices', day_of(now_so.settled_at), '{}', count(*)
	from now_so join was_so on was_so.id = now_so.id
	where now_so.status = 'authorised' and was_so.status <> 'authorised' and now_so.settled_at is not null
	group by now_so.workspace_id, day_of(now_so.settled_at);
	return null;
END
$$;--> statement-breakpoint
CREATE TRIGGER "count_authorised_invoices" AFTER UPDATE ON "invoice_submissions"
	REFERENCING OLD TABLE AS was_so NEW TABLE AS now_so FOR EACH STATEMENT EXECUTE FUNCTION keep_invoice_counts();--> statement-breakpoint
INSERT INTO "supplier_counts" ("workspace_id", "what", "day", "facts", "count")
SELECT workspace_id, 'invoices', day_of(settled_at), '{}'::jsonb, count(*)
FROM invoice_submissions WHERE status = 'authorised' AND settled_at > now() - interval '100 days'
GROUP BY workspace_id, day_of(settled_at);
