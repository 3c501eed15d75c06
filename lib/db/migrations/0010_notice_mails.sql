ALTER TABLE "notices" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "notice_mails" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "notice_mail_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "system" text;--> statement-breakpoint
-- Written by hand: what happened before there were such mails is in the app only.
UPDATE "notices" SET "mailed_at" = "at";--> statement-breakpoint
CREATE INDEX "notices_unmailed" ON "notices" USING btree ("person_id","kind","at") WHERE read_at is null and mailed_at is null;