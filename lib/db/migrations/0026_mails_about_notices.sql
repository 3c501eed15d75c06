ALTER TABLE "mails" ADD COLUMN "person_id" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "told" jsonb;--> statement-breakpoint
CREATE INDEX "mails_person" ON "mails" USING btree ("person_id");