CREATE SEQUENCE "public"."event_order" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "first_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "first_seen_order" bigint DEFAULT nextval('event_order') NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "portal_created_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "first_attempt_order" bigint;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "attempt_log" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "accepted_by" text;--> statement-breakpoint
CREATE INDEX "leads_first_seen" ON "leads" USING btree ("first_seen_order");