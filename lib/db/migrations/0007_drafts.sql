CREATE TABLE "drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"lead_id" text,
	"replaces" text,
	"basis" text,
	"schema_version" text NOT NULL,
	"locale" text NOT NULL,
	"time_zone" text NOT NULL,
	"fields" jsonb NOT NULL,
	"revision" text NOT NULL,
	"browser" text,
	"system" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "draft_id" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_person" ON "drafts" USING btree ("person_id","organization_id");--> statement-breakpoint
CREATE INDEX "drafts_agent" ON "drafts" USING btree ("organization_id","agent_id");--> statement-breakpoint
CREATE INDEX "drafts_age" ON "drafts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "submissions_draft" ON "submissions" USING btree ("draft_id") WHERE draft_id is not null;