CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"issuer" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"token_hash" text NOT NULL,
	"digest_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	"used_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scopes" text[],
	"allowed_addresses" text[],
	"expires_at" timestamp (3) with time zone,
	"expiry_told_for" timestamp (3) with time zone,
	"replaced_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"app_id" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"logo" text,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"disconnected_at" timestamp (3) with time zone,
	CONSTRAINT "apps_workspace_id_app_id_unique" UNIQUE("workspace_id","app_id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"role" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"workspace_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"troubles_seen_at" timestamp (3) with time zone,
	"digest_locale" text,
	"digested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"proved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "setup_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"code_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"session_epoch" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"country" text DEFAULT 'AR' NOT NULL,
	"environment" text NOT NULL,
	"contact_email" text,
	"second_factor_required" boolean DEFAULT false NOT NULL,
	"quotas" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"authority_down_until" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"moved_to" text,
	"moved_until" timestamp (3) with time zone,
	"file_keys_sealed" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspaces_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "authority_status" (
	"environment" text NOT NULL,
	"service" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"probed_at" timestamp (3) with time zone,
	CONSTRAINT "authority_status_environment_service_pk" PRIMARY KEY("environment","service")
);
--> statement-breakpoint
CREATE TABLE "batch_rows" (
	"batch_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"made_id" uuid,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "batch_rows_batch_id_index_pk" PRIMARY KEY("batch_id","index")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text,
	"digest" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"upload" jsonb,
	"stopped_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_tickets" (
	"certificate_id" uuid NOT NULL,
	"service" text NOT NULL,
	"ticket_sealed" text,
	"generated_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "access_tickets_certificate_id_service_pk" PRIMARY KEY("certificate_id","service")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"registration_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"alias" text NOT NULL,
	"key_sealed" text,
	"csr" text NOT NULL,
	"downloaded_at" timestamp (3) with time zone,
	"public_key_fingerprint" text NOT NULL,
	"certificate" text,
	"certificate_alias" text,
	"holder_cuit" text,
	"issuer" text,
	"not_before" timestamp (3) with time zone,
	"not_after" timestamp (3) with time zone,
	"fingerprint" text,
	"received_at" timestamp (3) with time zone,
	"activated_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	"expiry_told_days" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificates_fingerprint_unique" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "delegations" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"delegate_entry_id" uuid NOT NULL,
	"delegate_cuit" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"granted_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"answer" text,
	"ticket_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotent_answers" (
	"workspace_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"status" integer,
	"body_sealed" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_answers_workspace_id_route_key_pk" PRIMARY KEY("workspace_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"environment" text NOT NULL,
	"cuit" text NOT NULL,
	"point_of_sale" integer NOT NULL,
	"document_type" integer NOT NULL,
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"checked_up_to" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp (3) with time zone,
	CONSTRAINT "invoice_series_environment_cuit_point_of_sale_document_type_pk" PRIMARY KEY("environment","cuit","point_of_sale","document_type")
);
--> statement-breakpoint
CREATE TABLE "invoice_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"job_created_at" timestamp (3) with time zone NOT NULL,
	"environment" text NOT NULL,
	"cuit" text NOT NULL,
	"point_of_sale" integer NOT NULL,
	"document_type" integer NOT NULL,
	"status" text NOT NULL,
	"request" jsonb NOT NULL,
	"number" integer,
	"unanswered_numbers" integer[] DEFAULT '{}' NOT NULL,
	"under_way_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"obstacle" jsonb,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"observations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cae" text,
	"cae_expiry" text,
	"settled_at" timestamp (3) with time zone,
	"next_credit_check_at" timestamp (3) with time zone,
	"credit_checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "month_archive_parts" (
	"archive_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"files" jsonb NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "month_archive_parts_archive_id_index_pk" PRIMARY KEY("archive_id","index")
);
--> statement-breakpoint
CREATE TABLE "month_archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"month" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"place" jsonb,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unclaimed_vouchers" (
	"environment" text NOT NULL,
	"cuit" text NOT NULL,
	"point_of_sale" integer NOT NULL,
	"document_type" integer NOT NULL,
	"number" integer NOT NULL,
	"voucher" jsonb NOT NULL,
	"processed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unclaimed_vouchers_environment_cuit_point_of_sale_document_type_number_pk" PRIMARY KEY("environment","cuit","point_of_sale","document_type","number")
);
--> statement-breakpoint
CREATE TABLE "registration_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"registration_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"purpose" text,
	"ref_hash" text NOT NULL,
	"ref_sealed" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"expiry_told_for" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"renewal_requested_at" timestamp (3) with time zone,
	"holder_name" text,
	"holder_email" text,
	"holder_whatsapp" text,
	"opened_at" timestamp (3) with time zone,
	"voice" text,
	"place" text,
	"locale" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registration_links_ref_hash_unique" UNIQUE("ref_hash")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"key" text,
	"to" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"due" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_key_unique" UNIQUE("key")
);
--> statement-breakpoint
-- Nothing is written ahead for it, and a crash of PostgreSQL empties it.
CREATE UNLOGGED TABLE "rate_uses" (
	"key" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "points_of_sale" (
	"entry_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"service" text NOT NULL,
	"system" text NOT NULL,
	"blocked" boolean NOT NULL,
	"closed_on" text,
	"usable" boolean NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "points_of_sale_entry_id_number_pk" PRIMARY KEY("entry_id","number")
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"intent" text NOT NULL,
	"mode" text DEFAULT 'certificate' NOT NULL,
	"chosen" text,
	"services" text[] DEFAULT '{"wsfe"}' NOT NULL,
	"notice_email" text,
	"names_at_authority" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cuit_answer" jsonb,
	"started_at" timestamp (3) with time zone,
	"details_confirmed_at" timestamp (3) with time zone,
	"service_enabled_at" timestamp (3) with time zone,
	"request_downloaded_at" timestamp (3) with time zone,
	"certificate_received_at" timestamp (3) with time zone,
	"authorisation_claimed_at" timestamp (3) with time zone,
	"point_of_sale_claimed_at" timestamp (3) with time zone,
	"authorised_at" timestamp (3) with time zone,
	"points_of_sale_settled_at" timestamp (3) with time zone,
	"points_of_sale_read_at" timestamp (3) with time zone,
	"points_of_sale_failed_at" timestamp (3) with time zone,
	"next_points_of_sale_at" timestamp (3) with time zone,
	"points_of_sale_attempts" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"lacks_point_of_sale" boolean DEFAULT false NOT NULL,
	"progressed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_reminder_at" timestamp (3) with time zone,
	"rating" text,
	"rating_comment" text,
	"rated_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_rejection" jsonb,
	"proof_status" text DEFAULT 'none' NOT NULL,
	"proof_round" integer DEFAULT 0 NOT NULL,
	"proof_attempts" integer DEFAULT 0 NOT NULL,
	"next_proof_at" timestamp (3) with time zone,
	"proof_given_up_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rehearsals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"state" jsonb NOT NULL,
	"secret_sealed" text,
	"record" jsonb,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "database_identities" (
	"identity" text PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "latest_backup" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "one_latest_backup" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "schema_compatibility" (
	"since" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"address" text,
	"request_id" text,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"key" text,
	"state" text,
	"state_key" text GENERATED ALWAYS AS (coalesce(state, 'empty')) STORED,
	"search" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(lower(regexp_replace(normalize(
  coalesce(doc #>> '{name}', '') || ' ' || coalesce(doc #>> '{alias}', '') || ' ' || coalesce(doc #>> '{tax_id,code}', '') || ' ' || coalesce(doc #>> '{customer,name}', '') || ' ' || coalesce(doc #>> '{customer,alias}', '') || ' ' || coalesce(doc #>> '{customer,tax_id,code}', '') || ' ' || coalesce(doc #>> '{identities,0,code}', '') || ' ' || coalesce(doc #>> '{identities,1,code}', '') || ' ' || coalesce(doc #>> '{customer,identities,0,code}', '') || ' ' || coalesce(doc #>> '{customer,identities,1,code}', '') || ' ' || coalesce(substring(doc #>> '{tax_id,code}' from '^2[0347]0*([0-9]{6,8})[0-9]$'), '') || ' ' || coalesce(substring(doc #>> '{customer,tax_id,code}' from '^2[0347]0*([0-9]{6,8})[0-9]$'), '') || ' ' || coalesce(doc #>> '{tax_id,country}', '') || coalesce(doc #>> '{tax_id,code}', '') || ' ' || coalesce(doc #>> '{customer,tax_id,country}', '') || coalesce(doc #>> '{customer,tax_id,code}', '') || ' ' || case when folder = 'invoices' and coalesce(doc #>> '{code}', '') <> '' then
    coalesce(doc #>> '{code}', '') || ' ' || lpad(coalesce(doc #>> '{code}', ''), 8, '0') || ' ' ||
    lpad(coalesce(doc #>> '{series}', ''), 5, '0') || lpad(coalesce(doc #>> '{code}', ''), 8, '0') else '' end,
  NFD), '[\u0300-\u036f.''’´]', '', 'g')), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0«»\u2000-\u206f\u3000]+'), ''))) STORED,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text GENERATED ALWAYS AS (faults #>> '{0,code}') STORED,
	"remarks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"doc_schema" text NOT NULL,
	"doc" jsonb NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(doc::text)) STORED NOT NULL,
	"snippet" jsonb GENERATED ALWAYS AS (jsonb_strip_nulls(case when folder = 'invoices' then jsonb_object(array['series', 'code', 'document_type', 'customer_name', 'total', 'currency', 'issue_date', 'supplier_name', 'supplier_code'], array[nullif(doc #>> '{series}', ''), nullif(doc #>> '{code}', ''), nullif(doc #>> '{tax,ext,ar-arca-doc-type}', ''), nullif(doc #>> '{customer,name}', ''), nullif(doc #>> '{totals,payable}', ''), nullif(doc #>> '{currency}', ''), nullif(doc #>> '{issue_date}', ''), nullif(doc #>> '{supplier,name}', ''), nullif(doc #>> '{supplier,tax_id,code}', '')]) else jsonb_object(array['name', 'tax_code'], array[nullif(doc #>> '{name}', ''), nullif(doc #>> '{tax_id,country}', '') || nullif(doc #>> '{tax_id,code}', '')]) end)) STORED NOT NULL,
	"issuer" text GENERATED ALWAYS AS (case when folder = 'invoices' then nullif(doc #>> '{supplier,tax_id,code}', '') end) STORED,
	"document_type" text GENERATED ALWAYS AS (case when folder = 'invoices' then nullif(doc #>> '{tax,ext,ar-arca-doc-type}', '') end) STORED,
	"point_of_sale" text GENERATED ALWAYS AS (case when folder = 'invoices' then nullif(doc #>> '{series}', '') end) STORED,
	"issued_on" text GENERATED ALWAYS AS (case when folder = 'invoices' then nullif(doc #>> '{issue_date}', '') end) STORED,
	"digest" text NOT NULL,
	"stamps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_digest" text NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entries_workspace_id_key_unique" UNIQUE("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "entry_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"key" text,
	"mime" text NOT NULL,
	"description" text,
	"size" integer NOT NULL,
	"hash" text NOT NULL,
	"content" "bytea" NOT NULL,
	"stored" boolean DEFAULT true NOT NULL,
	"private" boolean DEFAULT false NOT NULL,
	"embeddable" boolean DEFAULT false NOT NULL,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entry_meta" (
	"entry_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"src" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb,
	"registration_link_id" uuid,
	"link_scope" text,
	"indexed" boolean DEFAULT false NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entry_meta_entry_id_src_key_pk" PRIMARY KEY("entry_id","src","key")
);
--> statement-breakpoint
CREATE TABLE "entry_states" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"key" text NOT NULL,
	"notes" text,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"src" text NOT NULL,
	"src_id" text,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "taxpayers" (
	"workspace_id" uuid NOT NULL,
	"cuit" text NOT NULL,
	"taxpayer" jsonb,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "taxpayers_workspace_id_cuit_pk" PRIMARY KEY("workspace_id","cuit")
);
--> statement-breakpoint
CREATE TABLE "vault_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"current" boolean NOT NULL,
	"data_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"delivery_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_headers" jsonb NOT NULL,
	"status" integer,
	"response_sealed" text,
	"failure" text,
	"detail" text,
	CONSTRAINT "webhook_attempts_delivery_id_index_pk" PRIMARY KEY("delivery_id","index")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"endpoint_id" uuid,
	"intent_id" uuid,
	"job_id" uuid,
	"entry_id" uuid,
	"event" text,
	"url" text NOT NULL,
	"headers_sealed" text,
	"secret_sealed" text,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"scheduled_attempts" integer DEFAULT 0 NOT NULL,
	"postponements" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"last_answer" jsonb,
	"last_outcome" text,
	"completed_at" timestamp (3) with time zone,
	"traceparent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"events" jsonb NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"endpoint_id" uuid,
	"secret_sealed" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "intent_events" (
	"intent_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"status" text NOT NULL,
	"code" text,
	"params" jsonb,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "intent_events_intent_id_index_pk" PRIMARY KEY("intent_id","index")
);
--> statement-breakpoint
CREATE TABLE "intents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"phase" text NOT NULL,
	"position" integer NOT NULL,
	"completed" boolean DEFAULT false NOT NULL,
	"ref" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "intents_job_id_phase_position_unique" UNIQUE("job_id","phase","position")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version" integer DEFAULT 1 NOT NULL,
	"silo_entry_id" uuid NOT NULL,
	"key" text,
	"args" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text NOT NULL,
	"steps" jsonb NOT NULL,
	"rescue" jsonb NOT NULL,
	"phase" text DEFAULT 'steps' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	"completed_at" timestamp (3) with time zone,
	"traceparent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_workspace_id_key_unique" UNIQUE("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "workflow_drafts" (
	"workflow_id" uuid PRIMARY KEY NOT NULL,
	"revision" uuid NOT NULL,
	"base_version" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"steps" jsonb NOT NULL,
	"rescue" jsonb NOT NULL,
	"src" text NOT NULL,
	"src_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_versions" (
	"workflow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"steps" jsonb NOT NULL,
	"rescue" jsonb NOT NULL,
	"src" text NOT NULL,
	"src_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflow_versions_workflow_id_version_pk" PRIMARY KEY("workflow_id","version")
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"schema" text NOT NULL,
	"country" text DEFAULT 'AR' NOT NULL,
	"template" text,
	"key" text,
	"version" integer DEFAULT 1 NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"steps" jsonb NOT NULL,
	"rescue" jsonb NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(steps::text) + octet_length(rescue::text)) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflows_workspace_id_key_unique" UNIQUE("workspace_id","key")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_api_keys_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tickets" ADD CONSTRAINT "access_tickets_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_delegate_entry_id_entries_id_fk" FOREIGN KEY ("delegate_entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_answers" ADD CONSTRAINT "idempotent_answers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD CONSTRAINT "invoice_submissions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD CONSTRAINT "invoice_submissions_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_submissions" ADD CONSTRAINT "invoice_submissions_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_links" ADD CONSTRAINT "registration_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_links" ADD CONSTRAINT "registration_links_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_of_sale" ADD CONSTRAINT "points_of_sale_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsals" ADD CONSTRAINT "rehearsals_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_archive_parts" ADD CONSTRAINT "month_archive_parts_archive_id_month_archives_id_fk" FOREIGN KEY ("archive_id") REFERENCES "public"."month_archives"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_archives" ADD CONSTRAINT "month_archives_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_files" ADD CONSTRAINT "entry_files_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_files" ADD CONSTRAINT "entry_files_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_meta" ADD CONSTRAINT "entry_meta_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_meta" ADD CONSTRAINT "entry_meta_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_states" ADD CONSTRAINT "entry_states_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_states" ADD CONSTRAINT "entry_states_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taxpayers" ADD CONSTRAINT "taxpayers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intent_events" ADD CONSTRAINT "intent_events_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_silo_entry_id_entries_id_fk" FOREIGN KEY ("silo_entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_drafts" ADD CONSTRAINT "workflow_drafts_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_issuer_account_id_index" ON "accounts" USING btree ("issuer","account_id");--> statement-breakpoint
CREATE INDEX "invitations_workspace_id_created_at_index" ON "invitations" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "members_user_id_index" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "members_with_digest" ON "members" USING btree ("digested_at") WHERE digest_locale is not null;--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "closed_workspaces" ON "workspaces" USING btree ("id") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "batch_rows_ended_at_batch_id_index_index" ON "batch_rows" USING btree ("ended_at","batch_id","index");--> statement-breakpoint
CREATE INDEX "batch_rows_waiting" ON "batch_rows" USING btree ("batch_id","index") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "batches_workspace_id_created_at_id_index" ON "batches" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "uploads_by_headings" ON "batches" USING btree ("workspace_id",(upload ->> 'headings'),"created_at" DESC NULLS LAST) WHERE upload is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "batches_workspace_id_key_index" ON "batches" USING btree ("workspace_id","key");--> statement-breakpoint
CREATE INDEX "batches_running" ON "batches" USING btree ("updated_at") WHERE completed_at is null and stopped_at is null;--> statement-breakpoint
CREATE INDEX "certificates_registration_id_created_at_index" ON "certificates" USING btree ("registration_id","created_at");--> statement-breakpoint
CREATE INDEX "certificates_public_key_fingerprint_index" ON "certificates" USING btree ("public_key_fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "one_active_certificate_per_entry" ON "certificates" USING btree ("entry_id","environment") WHERE activated_at is not null and superseded_at is null;--> statement-breakpoint
CREATE INDEX "next_to_expire" ON "certificates" USING btree ("not_after") WHERE activated_at is not null and superseded_at is null;--> statement-breakpoint
CREATE INDEX "certificates_by_alias" ON "certificates" USING btree ("workspace_id",(lower(alias) collate "C"));--> statement-breakpoint
CREATE INDEX "certificates_by_given_alias" ON "certificates" USING btree ("workspace_id",(lower(certificate_alias) collate "C")) WHERE certificate_alias <> alias;--> statement-breakpoint
CREATE INDEX "active_certificates_by_expiry" ON "certificates" USING btree ("workspace_id","not_after") WHERE activated_at is not null and superseded_at is null;--> statement-breakpoint
CREATE INDEX "delegations_workspace_id_claimed_at_index" ON "delegations" USING btree ("workspace_id","claimed_at");--> statement-breakpoint
CREATE INDEX "delegations_delegate_entry_id_index" ON "delegations" USING btree ("delegate_entry_id");--> statement-breakpoint
CREATE INDEX "delegations_to_check" ON "delegations" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "idempotent_answers_created_at_index" ON "idempotent_answers" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_invoice_on_its_way_per_number" ON "invoice_submissions" USING btree ("environment","cuit","point_of_sale","document_type","number") WHERE status = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "one_invoice_per_cae" ON "invoice_submissions" USING btree ("environment","cae");--> statement-breakpoint
CREATE UNIQUE INDEX "one_submission_per_invoice" ON "invoice_submissions" USING btree ("entry_id") WHERE status in ('queued', 'sending', 'unconfirmed', 'authorised');--> statement-breakpoint
CREATE INDEX "submissions_on_their_way" ON "invoice_submissions" USING btree ("environment","cuit","point_of_sale","document_type","job_created_at","job_id") WHERE status in ('queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "authorised_numbers" ON "invoice_submissions" USING btree ("environment","cuit","point_of_sale","document_type","number") WHERE cae is not null;--> statement-breakpoint
CREATE INDEX "credit_invoices_to_check" ON "invoice_submissions" USING btree ("next_credit_check_at") WHERE next_credit_check_at is not null;--> statement-breakpoint
CREATE INDEX "invoice_submissions_entry_id_index" ON "invoice_submissions" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "submissions_of_a_workspace_on_their_way" ON "invoice_submissions" USING btree ("workspace_id") WHERE status in ('queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "submissions_by_cae" ON "invoice_submissions" USING btree ("workspace_id","cae") WHERE cae is not null;--> statement-breakpoint
CREATE INDEX "registration_links_registration_id_index" ON "registration_links" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "links_by_holders_email" ON "registration_links" USING btree ("workspace_id",(lower(holder_email) collate "C")) WHERE holder_email is not null;--> statement-breakpoint
CREATE INDEX "mails_subject_created_at_index" ON "mails" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "mails_to_created_at_index" ON "mails" USING btree ("to","created_at") WHERE "to" is not null;--> statement-breakpoint
CREATE INDEX "mails_by_address" ON "mails" USING btree ("workspace_id",(lower("to") collate "C")) WHERE "to" is not null;--> statement-breakpoint
CREATE INDEX "mails_to_send" ON "mails" USING btree ("due") WHERE sent_at is null and refused_at is null;--> statement-breakpoint
CREATE INDEX "settled_mails" ON "mails" USING btree ("created_at") WHERE coalesce(sent_at, refused_at) is not null;--> statement-breakpoint
CREATE INDEX "rate_uses_ends_at" ON "rate_uses" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_registration_per_entry" ON "registrations" USING btree ("entry_id","intent") WHERE completed_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "registrations_workspace_id_entry_id_index" ON "registrations" USING btree ("workspace_id","entry_id");--> statement-breakpoint
CREATE INDEX "registrations_workspace_id_created_at_id_index" ON "registrations" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rated_registrations" ON "registrations" USING btree ("workspace_id","rated_at") WHERE rating is not null;--> statement-breakpoint
CREATE INDEX "commented_registrations" ON "registrations" USING btree ("workspace_id","rated_at" DESC NULLS LAST) WHERE rating_comment <> '';--> statement-breakpoint
CREATE INDEX "open_by_progress" ON "registrations" USING btree ("workspace_id","progressed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE completed_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "open_by_reason" ON "registrations" USING btree ("workspace_id",("last_rejection" ->> 'reason'),"progressed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE completed_at is null and revoked_at is null and last_rejection is not null;--> statement-breakpoint
CREATE INDEX "open_rejected" ON "registrations" USING btree ("workspace_id","progressed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE completed_at is null and revoked_at is null and last_rejection is not null;--> statement-breakpoint
CREATE INDEX "registrations_by_email" ON "registrations" USING btree ("workspace_id",(lower(notice_email) collate "C")) WHERE notice_email is not null;--> statement-breakpoint
CREATE INDEX "points_of_sale_to_read" ON "registrations" USING btree ("next_points_of_sale_at") WHERE next_points_of_sale_at is not null;--> statement-breakpoint
CREATE INDEX "without_point_of_sale" ON "registrations" USING btree ("workspace_id","completed_at" DESC NULLS LAST) WHERE lacks_point_of_sale and revoked_at is null;--> statement-breakpoint
CREATE INDEX "to_remind" ON "registrations" USING btree ("next_reminder_at") WHERE next_reminder_at is not null and completed_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "proofs_on_their_way" ON "registrations" USING btree ("next_proof_at") WHERE proof_status in ('running', 'retrying');--> statement-breakpoint
CREATE INDEX "rehearsals_workspace_id_index" ON "rehearsals" USING btree ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_workspace_id_list_user_id_name_index" ON "saved_views" USING btree ("workspace_id","list","user_id","name");--> statement-breakpoint
CREATE INDEX "saved_views_user_id_index" ON "saved_views" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user_id_index" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_workspace_id_subject_id_position_index" ON "audit_log" USING btree ("workspace_id","subject_id","position");--> statement-breakpoint
CREATE INDEX "audit_log_workspace_id_created_at_position_index" ON "audit_log" USING btree ("workspace_id","created_at" DESC NULLS LAST,"position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_workspace_id_action_created_at_position_index" ON "audit_log" USING btree ("workspace_id","action","created_at" DESC NULLS LAST,"position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_troubles" ON "audit_log" USING btree ("workspace_id","created_at" DESC NULLS LAST,"position" DESC NULLS LAST) WHERE action in ('invoice.mail-bounced', 'job.failed', 'link.bounced', 'registration.delegation-lost', 'registration.wrong-cuit-reported', 'webhook.given-up');--> statement-breakpoint
CREATE INDEX "audit_by_age" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_log" USING btree ("workspace_id",(case when actor_kind in ('user', 'api-key') then actor_id else actor_kind end),"created_at" DESC NULLS LAST,"position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_entries_of_folder" ON "entries" USING btree ("workspace_id","folder","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"state_key","document_type","point_of_sale","issued_on") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "listed_invoices_of_issuer" ON "entries" USING btree ("workspace_id","issuer","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"state_key","document_type","point_of_sale","issued_on") WHERE issuer is not null and archived_at is null;--> statement-breakpoint
CREATE INDEX "invoices_by_issue_date" ON "entries" USING btree ("workspace_id","issuer","issued_on","document_type","point_of_sale",lpad(snippet ->> 'code', 8, '0'),"id") WHERE issuer is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_archive_per_month" ON "month_archives" USING btree ("workspace_id","issuer","month");--> statement-breakpoint
CREATE INDEX "month_archives_created_at_index" ON "month_archives" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "listed_entries" ON "entries" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "listed_entries_in_state" ON "entries" USING btree ("workspace_id","folder","state_key","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "invoices_of_a_day" ON "entries" USING btree ("workspace_id","issued_on","state_key") WHERE issued_on is not null and archived_at is null;--> statement-breakpoint
CREATE INDEX "entries_with_remarks" ON "entries" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE remarks <> '[]';--> statement-breakpoint
CREATE INDEX "failed_entries_by_reason" ON "entries" USING btree ("workspace_id","folder","reason","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"state_key","issuer","document_type","point_of_sale","issued_on") WHERE reason is not null and archived_at is null;--> statement-breakpoint
CREATE INDEX "archived_entries" ON "entries" USING btree ("workspace_id","folder","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "suppliers_by_tax_code" ON "entries" USING btree ("workspace_id",(doc #>> '{tax_id,code}')) WHERE folder = 'suppliers';--> statement-breakpoint
CREATE INDEX "entries_by_email" ON "entries" USING btree ("workspace_id",(lower(doc #>> '{emails,0,addr}') collate "C")) WHERE doc ? 'emails';--> statement-breakpoint
CREATE INDEX "entries_by_words" ON "entries" USING gin ((regexp_replace(search::text, '''([^'']+)''', '''' || right(workspace_id::text, 6) || left(folder, 1) || '\1''', 'g')::tsvector));--> statement-breakpoint
CREATE INDEX "notes_by_corrected" ON "entries" USING btree ("workspace_id",(doc #>> '{supplier,tax_id,code}'),ltrim(doc #>> '{preceding,0,code}', '0'),ltrim(doc #>> '{preceding,0,series}', '0')) WHERE folder = 'invoices' and doc ? 'preceding';--> statement-breakpoint
CREATE INDEX "invoices_by_total" ON "entries" USING btree ("workspace_id",(snippet ->> 'total'),"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE folder = 'invoices';--> statement-breakpoint
CREATE INDEX "entry_files_entry_id_created_at_index" ON "entry_files" USING btree ("entry_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_file_per_category_and_key" ON "entry_files" USING btree ("entry_id","category","key");--> statement-breakpoint
CREATE INDEX "entry_states_entry_id_created_at_index" ON "entry_states" USING btree ("entry_id","created_at");--> statement-breakpoint
CREATE INDEX "taxpayers_read_at_index" ON "taxpayers" USING btree ("read_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_current_vault_key" ON "vault_keys" USING btree ("current") WHERE current;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_workspace_id_created_at_id_index" ON "webhook_deliveries" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_workspace_id_status_created_at_id_index" ON "webhook_deliveries" USING btree ("workspace_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_intent_id_index" ON "webhook_deliveries" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_job_id_index" ON "webhook_deliveries" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_entry_id_index" ON "webhook_deliveries" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_index" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_by_end" ON "webhook_deliveries" USING btree ("completed_at") WHERE completed_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_on_their_way" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_workspace_id_created_at_id_index" ON "webhook_endpoints" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_secrets_workspace_id_index" ON "webhook_secrets" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "webhook_secrets_endpoint_id_index" ON "webhook_secrets" USING btree ("endpoint_id");--> statement-breakpoint
CREATE INDEX "intent_events_created_at_index" ON "intent_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "intents_ref_index" ON "intents" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "jobs_workspace_id_created_at_id_index" ON "jobs" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_workspace_id_status_created_at_id_index" ON "jobs" USING btree ("workspace_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "failed_jobs_by_reason" ON "jobs" USING btree ("workspace_id","reason","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"status") WHERE reason is not null;--> statement-breakpoint
CREATE INDEX "jobs_workflow_id_created_at_id_index" ON "jobs" USING btree ("workflow_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_silo_entry_id_index" ON "jobs" USING btree ("silo_entry_id");--> statement-breakpoint
CREATE INDEX "jobs_tags_index" ON "jobs" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "unfinished_jobs_by_version" ON "jobs" USING btree ("workflow_id","workflow_version") WHERE completed_at is null;--> statement-breakpoint
CREATE INDEX "jobs_on_their_way" ON "jobs" USING btree ("next_attempt_at") WHERE completed_at is null;--> statement-breakpoint
CREATE INDEX "workflows_workspace_id_created_at_id_index" ON "workflows" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "one_default_workflow_per_schema" ON "workflows" USING btree ("workspace_id","schema") WHERE is_default;--> statement-breakpoint
INSERT INTO "schema_compatibility" VALUES ('0.2.0');
