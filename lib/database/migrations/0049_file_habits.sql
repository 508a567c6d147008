ALTER TABLE "entry_files" ADD COLUMN "stored" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_files" ADD COLUMN "private" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_files" ADD COLUMN "embeddable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_files" ADD COLUMN "meta" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_states" ADD COLUMN "meta" jsonb DEFAULT '{}'::jsonb NOT NULL;