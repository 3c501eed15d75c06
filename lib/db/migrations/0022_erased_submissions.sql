CREATE TABLE "erased_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"form_id" text,
	"draft_id" text
);
--> statement-breakpoint
CREATE INDEX "erased_submissions_form" ON "erased_submissions" USING btree ("form_id") WHERE form_id is not null;--> statement-breakpoint
CREATE INDEX "erased_submissions_draft" ON "erased_submissions" USING btree ("draft_id") WHERE draft_id is not null;--> statement-breakpoint
-- Written by hand from here on: those that were erased before there was this table. What was refused is deleted.
INSERT INTO "erased_submissions" ("id", "form_id", "draft_id")
SELECT submissions.id, submissions.form_id, submissions.draft_id FROM submissions JOIN leads ON leads.id = submissions.lead_id
WHERE leads.erased_at IS NOT NULL AND submissions.digest IS NULL AND submissions.answers = '{}'::jsonb;
