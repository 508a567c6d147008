CREATE TABLE "workspace_usage" (
	"workspace_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"entries" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "workspace_usage_workspace_id_slot_pk" PRIMARY KEY("workspace_id","slot")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "quotas" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE FUNCTION "add_usage"("workspace" uuid, "more_entries" bigint, "more_bytes" bigint) RETURNS void LANGUAGE sql AS $$
	insert into workspace_usage as kept values (workspace, pg_backend_pid() % 64, more_entries, more_bytes)
	on conflict (workspace_id, slot)
	do update set entries = kept.entries + excluded.entries, bytes = kept.bytes + excluded.bytes
$$;--> statement-breakpoint
-- Of a whole statement, in which many entries may be made.
CREATE FUNCTION "keep_entry_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sign integer := case TG_OP when 'INSERT' then 1 else -1 end;
BEGIN
	perform add_usage(workspace_id, sign * entries, sign * total)
	from (select workspace_id, count(*) as entries, sum(bytes) as total from touched group by 1 order by 1) touches;
	return null;
END
$$;--> statement-breakpoint
CREATE FUNCTION "keep_file_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sign integer := case TG_OP when 'INSERT' then 1 else -1 end;
BEGIN
	perform add_usage(workspace_id, 0, sign * total)
	from (select workspace_id, sum(size) as total from touched group by 1 order by 1) touches;
	return null;
END
$$;--> statement-breakpoint
CREATE FUNCTION "keep_document_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	perform add_usage(new.workspace_id, 0, new.bytes - old.bytes);
	return null;
END
$$;--> statement-breakpoint
CREATE TRIGGER "usage_of_new_entries" AFTER INSERT ON "entries"
	REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_entry_usage();--> statement-breakpoint
CREATE TRIGGER "usage_of_removed_entries" AFTER DELETE ON "entries"
	REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_entry_usage();--> statement-breakpoint
CREATE TRIGGER "usage_of_changed_documents" AFTER UPDATE OF "doc" ON "entries" FOR EACH ROW
	WHEN (new.bytes <> old.bytes) EXECUTE FUNCTION keep_document_usage();--> statement-breakpoint
CREATE TRIGGER "usage_of_new_files" AFTER INSERT ON "entry_files"
	REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_file_usage();--> statement-breakpoint
CREATE TRIGGER "usage_of_removed_files" AFTER DELETE ON "entry_files"
	REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_file_usage();--> statement-breakpoint
-- What is there already. The triggers are made first: from then on nobody writes there before this is committed.
INSERT INTO "workspace_usage" ("workspace_id", "slot", "entries", "bytes")
SELECT workspace_id, 0, sum(entries), sum(bytes)
FROM (
	SELECT workspace_id, count(*) AS entries, sum(bytes) AS bytes FROM entries GROUP BY workspace_id
	UNION ALL
	SELECT workspace_id, 0, sum(size) FROM entry_files GROUP BY workspace_id
) AS present GROUP BY workspace_id;
