ALTER TABLE "pending_edits" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_edits" ADD COLUMN "service_updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pending_edits" ADD COLUMN "answered_updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pending_edits" ADD COLUMN "saved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pending_edits" ADD COLUMN "missing_at" timestamp with time zone;