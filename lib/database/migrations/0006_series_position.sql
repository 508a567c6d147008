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
ALTER TABLE "invoice_series" ADD COLUMN "checked_up_to" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "authorised_numbers" ON "invoice_submissions" USING btree ("environment","cuit","point_of_sale","document_type","number") WHERE cae is not null;