-- Of the leads that are here nobody knows whether they were ever read by themselves: they count as not.
ALTER TABLE "leads" ADD COLUMN "from_list" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ALTER COLUMN "from_list" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "wants_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "left_out" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "missing" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "older" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_wants_read" ON "leads" USING btree ("read_started_at") WHERE wants_read;--> statement-breakpoint
CREATE INDEX "sweeps_open" ON "sweeps" USING btree ("state") WHERE state in ('running', 'checking');