CREATE TABLE "jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"lease" text,
	"lease_until" timestamp with time zone,
	"last_error" text,
	"dead_at" timestamp with time zone,
	CONSTRAINT "jobs_once" UNIQUE("topic","key")
);
--> statement-breakpoint
CREATE TABLE "lead_totals" (
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	"value" numeric NOT NULL,
	CONSTRAINT "lead_totals_organization_id_agent_id_status_pk" PRIMARY KEY("organization_id","agent_id","status")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"status" text NOT NULL,
	"status_since" timestamp with time zone NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"value" numeric,
	"record" jsonb NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"service_updated_at" timestamp with time zone,
	"read_started_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"sort_name" text NOT NULL,
	"search_words" text[] NOT NULL,
	"sort_value" double precision GENERATED ALWAYS AS (coalesce(value::double precision, '-infinity')) STORED NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(search_words)) STORED
);
--> statement-breakpoint
CREATE TABLE "pending_edits" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lead_id" text NOT NULL,
	"person_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"field_ids" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timeline" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lead_id" text,
	"submission_id" text,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"person_id" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agents_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_personId_unique" UNIQUE("person_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schema_state" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schema_versions" (
	"version" text PRIMARY KEY NOT NULL,
	"schema" jsonb NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_health" (
	"id" text PRIMARY KEY NOT NULL,
	"last_ok_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "service_pauses" (
	"class" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sweeps" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"checkpoint" text,
	"pages" text[] DEFAULT '{}' NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"repaired" integer DEFAULT 0 NOT NULL,
	"suspects" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"detail" text,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"schema_version" text NOT NULL,
	"answers" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"lease" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp with time zone,
	"lead_id" text,
	"refusal" jsonb,
	"replaced_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"receiver_id" text NOT NULL,
	"topic" text NOT NULL,
	"lead_id" text NOT NULL,
	"timestamp" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_once" UNIQUE("topic","lead_id","timestamp")
);
--> statement-breakpoint
CREATE TABLE "webhook_quarantine" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"receiver_id" text NOT NULL,
	"digest" text NOT NULL,
	"body" "bytea" NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_quarantine_once" UNIQUE("receiver_id","digest")
);
--> statement-breakpoint
CREATE TABLE "webhook_receivers" (
	"id" text PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"url" text NOT NULL,
	"subscription_id" text,
	"secret" text,
	"legacy_allowed" boolean DEFAULT false NOT NULL,
	"last_delivery_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_agent_id_agents_organization_id_id_fk" FOREIGN KEY ("organization_id","agent_id") REFERENCES "public"."agents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schema_state" ADD CONSTRAINT "schema_state_version_schema_versions_version_fk" FOREIGN KEY ("version") REFERENCES "public"."schema_versions"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_organization_id_agent_id_agents_organization_id_id_fk" FOREIGN KEY ("organization_id","agent_id") REFERENCES "public"."agents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_open" ON "jobs" USING btree ("run_at") WHERE generation > done and dead_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_submitted" ON "leads" USING btree ("organization_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "leads_org_changed" ON "leads" USING btree ("organization_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "leads_org_name" ON "leads" USING btree ("organization_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "leads_org_value" ON "leads" USING btree ("organization_id","sort_value","id");--> statement-breakpoint
CREATE INDEX "leads_org_status" ON "leads" USING btree ("organization_id","status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "leads_agent_submitted" ON "leads" USING btree ("organization_id","agent_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "leads_confirmed" ON "leads" USING btree ("confirmed_at");--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search");--> statement-breakpoint
CREATE INDEX "pending_edits_lead" ON "pending_edits" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "timeline_lead" ON "timeline" USING btree ("lead_id","id");--> statement-breakpoint
CREATE INDEX "timeline_submission" ON "timeline" USING btree ("submission_id","id");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sweeps_started" ON "sweeps" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "submissions_owner" ON "submissions" USING btree ("organization_id","agent_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_lead" ON "submissions" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_last" ON "webhook_deliveries" USING btree ("last_at");