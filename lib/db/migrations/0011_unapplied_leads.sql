CREATE TABLE "unapplied_leads" (
	"digest" text PRIMARY KEY NOT NULL,
	"lead_id" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "set_aside" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "unreadable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "unapplied_leads_last" ON "unapplied_leads" USING btree ("last_at");