CREATE TABLE "known_companies" (
	"organization_id" text NOT NULL,
	"band" integer NOT NULL,
	"company" text NOT NULL,
	CONSTRAINT "known_companies_organization_id_band_company_pk" PRIMARY KEY("organization_id","band","company")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "known_email" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "known_phone" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "known_domain" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "known_company" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "known_email" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "known_phone" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "known_domain" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "known_company" text;--> statement-breakpoint
CREATE INDEX "leads_known_email" ON "leads" USING btree ("organization_id","known_email","agent_id","submitted_at") WHERE deleted_at is null and known_email is not null;--> statement-breakpoint
CREATE INDEX "leads_known_phone" ON "leads" USING btree ("organization_id","known_phone","agent_id","submitted_at") WHERE deleted_at is null and known_phone is not null;--> statement-breakpoint
CREATE INDEX "leads_known_domain" ON "leads" USING btree ("organization_id","known_domain","agent_id","submitted_at") WHERE deleted_at is null and known_domain is not null;--> statement-breakpoint
CREATE INDEX "leads_known_company" ON "leads" USING btree ("organization_id","known_company","agent_id","submitted_at") WHERE deleted_at is null and known_company is not null;--> statement-breakpoint
CREATE INDEX "submissions_known_email" ON "submissions" USING btree ("organization_id","known_email","created_at") WHERE lead_id is null and known_email is not null;--> statement-breakpoint
CREATE INDEX "submissions_known_phone" ON "submissions" USING btree ("organization_id","known_phone","created_at") WHERE lead_id is null and known_phone is not null;--> statement-breakpoint
CREATE INDEX "submissions_known_domain" ON "submissions" USING btree ("organization_id","known_domain","created_at") WHERE lead_id is null and known_domain is not null;--> statement-breakpoint
CREATE INDEX "submissions_known_company" ON "submissions" USING btree ("organization_id","known_company","created_at") WHERE lead_id is null and known_company is not null;--> statement-breakpoint
-- A key that a third of all leads have must not count as one that any other has. Told that all keys differ, the planner
-- always takes the index of the key, whose reading stops at a limit.
ALTER TABLE "leads"
	ALTER COLUMN "known_email" SET (n_distinct = -1), ALTER COLUMN "known_phone" SET (n_distinct = -1),
	ALTER COLUMN "known_domain" SET (n_distinct = -1), ALTER COLUMN "known_company" SET (n_distinct = -1);
--> statement-breakpoint
ALTER TABLE "submissions"
	ALTER COLUMN "known_email" SET (n_distinct = -1), ALTER COLUMN "known_phone" SET (n_distinct = -1),
	ALTER COLUMN "known_domain" SET (n_distinct = -1), ALTER COLUMN "known_company" SET (n_distinct = -1);
--> statement-breakpoint
ALTER TABLE "known_companies" ALTER COLUMN "band" SET (n_distinct = -1);
