CREATE TABLE "supplier_count_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"what" text NOT NULL,
	"day" date NOT NULL,
	"facts" jsonb NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "supplier_counts" (
	"workspace_id" uuid NOT NULL,
	"what" text NOT NULL,
	"day" date NOT NULL,
	"facts" jsonb NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "supplier_counts_workspace_id_what_day_facts_pk" PRIMARY KEY("workspace_id","what","day","facts")
);
--> statement-breakpoint
CREATE INDEX "supplier_count_changes_workspace_id_index" ON "supplier_count_changes" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "commented_registrations" ON "registrations" USING btree ("workspace_id","rated_at" DESC NULLS LAST) WHERE rating_comment <> '';--> statement-breakpoint
CREATE FUNCTION "day_of"("at" timestamp with time zone) RETURNS date IMMUTABLE LANGUAGE sql AS
$$ select (at at time zone 'America/Argentina/Buenos_Aires')::date $$;--> statement-breakpoint
-- What each row counts as; once, not at all, or as two things. A row that is null counts as nothing.
CREATE FUNCTION "counted"("supplier" "entries") RETURNS TABLE ("what" text, "day" date, "facts" jsonb) STABLE LANGUAGE sql AS $$
	select 'suppliers', 'infinity'::date, jsonb_build_object('state', supplier.state_key)
	where supplier.folder = 'suppliers'
$$;--> statement-breakpoint
-- A renewal reaches none of the stages, and is counted only for what holds it up.
CREATE FUNCTION "counted"("registration" "registrations") RETURNS TABLE ("what" text, "day" date, "facts" jsonb) STABLE LANGUAGE sql AS $$
	select 'registrations', day_of(registration.created_at),
		jsonb_strip_nulls(jsonb_build_object('reached', reached, 'open', open, 'reason', reason))
	from (select
		case when registration.intent = 'register' then array_remove(array[
			'sent',
			case when registration.opened_at is not null then 'opened' end,
			case when registration.details_confirmed_at is not null then 'details' end,
			case when registration.request_downloaded_at is not null then 'request' end,
			case when registration.certificate_received_at is not null then 'certificate' end,
			case when registration.completed_at is not null then 'completed' end
		], null) else array[]::text[] end as reached,
		registration.completed_at is null and registration.revoked_at is null as open
	) as registration_facts, lateral (select case when open then registration.last_rejection ->> 'reason' end as reason) as open_facts
	where registration.intent = 'register' or reason is not null
	union all
	select 'ratings', day_of(registration.rated_at), jsonb_build_object('rating', registration.rating)
	where registration.rating is not null and registration.rated_at is not null
$$;--> statement-breakpoint
CREATE FUNCTION "counted"("certificate" "certificates") RETURNS TABLE ("what" text, "day" date, "facts" jsonb) STABLE LANGUAGE sql AS $$
	select 'certificates', day_of(certificate.not_after), '{}'::jsonb
	where certificate.activated_at is not null and certificate.superseded_at is null and certificate.not_after is not null
$$;--> statement-breakpoint
CREATE FUNCTION "keep_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	insert into supplier_count_changes (workspace_id, what, day, facts, change)
	select workspace_id, what, day, facts, sum(change)
	from (
		select old.workspace_id, -1 as change, before.* from counted(old) as before
		union all
		select new.workspace_id, 1, after.* from counted(new) as after
	) as changes
	group by workspace_id, what, day, facts
	having sum(change) <> 0;
	return null;
END
$$;--> statement-breakpoint
-- Each names the columns that its `counted` reads. An invoice is not asked about.
CREATE TRIGGER "count_new_supplier" AFTER INSERT ON "entries" FOR EACH ROW
	WHEN (new.folder = 'suppliers') EXECUTE FUNCTION keep_counts();--> statement-breakpoint
CREATE TRIGGER "count_changed_supplier" AFTER UPDATE OF "workspace_id", "folder", "state" ON "entries" FOR EACH ROW
	WHEN (old.folder = 'suppliers' or new.folder = 'suppliers') EXECUTE FUNCTION keep_counts();--> statement-breakpoint
CREATE TRIGGER "count_removed_supplier" AFTER DELETE ON "entries" FOR EACH ROW
	WHEN (old.folder = 'suppliers') EXECUTE FUNCTION keep_counts();--> statement-breakpoint
CREATE TRIGGER "count_registration" AFTER INSERT OR DELETE OR UPDATE OF "workspace_id", "intent", "created_at", "opened_at",
	"details_confirmed_at", "request_downloaded_at", "certificate_received_at", "completed_at", "revoked_at",
	"last_rejection", "rating", "rated_at" ON "registrations" FOR EACH ROW EXECUTE FUNCTION keep_counts();--> statement-breakpoint
CREATE TRIGGER "count_certificate" AFTER INSERT OR DELETE OR UPDATE OF "workspace_id", "activated_at", "superseded_at",
	"not_after" ON "certificates" FOR EACH ROW EXECUTE FUNCTION keep_counts();--> statement-breakpoint
-- What is there already. The triggers are made first: from then on nobody writes there before this is committed.
INSERT INTO "supplier_counts" ("workspace_id", "what", "day", "facts", "count")
SELECT workspace_id, 'suppliers', 'infinity', jsonb_build_object('state', state_key), count(*)
FROM entries WHERE folder = 'suppliers' GROUP BY workspace_id, state_key;--> statement-breakpoint
INSERT INTO "supplier_counts" ("workspace_id", "what", "day", "facts", "count")
SELECT workspace_id, what, day, facts, count(*)
FROM (
	SELECT workspace_id, each.* FROM registrations, counted(registrations) AS each
	UNION ALL
	SELECT workspace_id, each.* FROM certificates, counted(certificates) AS each
) AS present GROUP BY workspace_id, what, day, facts;
