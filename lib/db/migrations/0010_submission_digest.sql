ALTER TABLE "submissions" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "form_id" text;--> statement-breakpoint
CREATE INDEX "submissions_form" ON "submissions" USING btree ("person_id","form_id");