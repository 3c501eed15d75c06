ALTER TABLE "people" ADD COLUMN "list_columns" text[];--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "list_density" text DEFAULT 'comfortable' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "shortcuts" boolean DEFAULT true NOT NULL;