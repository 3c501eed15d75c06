CREATE TABLE "sent_import_rows" (
	"sent_key" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"submission_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "transferred_from" text[];--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "transferred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "rows_transferred" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "draft_transferred_from" text[];--> statement-breakpoint
ALTER TABLE "sent_import_rows" ADD CONSTRAINT "sent_import_rows_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_import_rows_person" ON "sent_import_rows" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sent_import_rows_submission" ON "sent_import_rows" USING btree ("submission_id");