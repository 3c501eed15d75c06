CREATE TABLE "lead_conflicts" (
	"lead_id" text NOT NULL,
	"kind" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "lead_conflicts_lead_id_kind_pk" PRIMARY KEY("lead_id","kind")
);
--> statement-breakpoint
DROP INDEX "leads_wants_read";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "asked_order" bigint DEFAULT nextval('event_order') NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "read_order" bigint DEFAULT nextval('event_order') NOT NULL;--> statement-breakpoint
ALTER TABLE "unapplied_leads" ADD COLUMN "last_order" bigint DEFAULT nextval('event_order') NOT NULL;--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "started_order" bigint DEFAULT nextval('event_order') NOT NULL;--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "passes" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "total" integer;--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "newest_created_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "slipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "search_order" bigint;--> statement-breakpoint
CREATE INDEX "lead_conflicts_open" ON "lead_conflicts" USING btree ("found_at") WHERE dismissed_at is null;--> statement-breakpoint
CREATE INDEX "leads_wants_read" ON "leads" USING btree ("read_order") WHERE wants_read;--> statement-breakpoint
-- Numbers in the order in which they began, below all that are given from now on. A comparison that is under way knows
-- nothing of the order of reads: it counts as broken off, and another one begins.
UPDATE "sweeps" SET "started_order" = numbered."number" FROM (
  SELECT "id", row_number() OVER (ORDER BY "started_at") AS "number" FROM "sweeps"
) AS numbered WHERE numbered."id" = "sweeps"."id";--> statement-breakpoint
UPDATE "sweeps" SET "state" = 'incomplete', "finished_at" = coalesce("finished_at", now()), "detail" = 'It was under way when the desk was updated'
  WHERE "state" IN ('running', 'checking');