ALTER TABLE "webhook_receivers" ADD COLUMN "refused" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_receivers" ADD COLUMN "last_refused_at" timestamp with time zone;