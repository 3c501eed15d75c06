CREATE SEQUENCE "public"."event_order" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"person_id" text,
	"email" text,
	"event" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "field_settings" (
	"field_id" text PRIMARY KEY NOT NULL,
	"label" text,
	"help" text,
	"group_name" text,
	"position" integer,
	"hidden" boolean DEFAULT false NOT NULL,
	"role" text
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_settings" (
	"status" text PRIMARY KEY NOT NULL,
	"label" text,
	"tone" text,
	"position" integer
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
CREATE TABLE "service_shared_state" (
	"name" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sweeps" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"started_order" bigint DEFAULT nextval('event_order') NOT NULL,
	"checkpoint" text,
	"page_count" integer DEFAULT 0 NOT NULL,
	"passes" integer DEFAULT 1 NOT NULL,
	"total" integer,
	"newest_created_at" timestamp with time zone,
	"drifted" integer DEFAULT 0 NOT NULL,
	"marked_page" text,
	"seen" integer DEFAULT 0 NOT NULL,
	"repaired" integer DEFAULT 0 NOT NULL,
	"suspects" integer DEFAULT 0 NOT NULL,
	"set_aside" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"older" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"detail" text,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_rounds" (
	"topic" text NOT NULL,
	"priority" smallint NOT NULL,
	"round" bigint NOT NULL,
	CONSTRAINT "job_rounds_topic_priority_pk" PRIMARY KEY("topic","priority")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"priority" smallint DEFAULT 1 NOT NULL,
	"owner" text,
	"round" bigint DEFAULT 0 NOT NULL,
	"payload" jsonb NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"requested_order" bigint DEFAULT nextval('event_order') NOT NULL,
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
CREATE TABLE "lead_conflicts" (
	"lead_id" text NOT NULL,
	"kind" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "lead_conflicts_lead_id_kind_pk" PRIMARY KEY("lead_id","kind")
);
--> statement-breakpoint
CREATE TABLE "unapplied_leads" (
	"digest" text PRIMARY KEY NOT NULL,
	"lead_id" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_order" bigint DEFAULT nextval('event_order') NOT NULL
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
	"company" text,
	"record" jsonb NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"first_seen_order" bigint DEFAULT nextval('event_order') NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"submitted_here_at" timestamp with time zone,
	"portal_created_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	"service_updated_at" timestamp with time zone,
	"read_started_at" timestamp with time zone NOT NULL,
	"read_order" bigint DEFAULT nextval('event_order') NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"from_list" boolean DEFAULT false NOT NULL,
	"needs_read" boolean DEFAULT false NOT NULL,
	"omitted_fields" text[] DEFAULT '{}' NOT NULL,
	"deleted_at" timestamp with time zone,
	"sort_name" text NOT NULL,
	"sort_company" text NOT NULL,
	"search_text" text NOT NULL,
	"search_grams" integer[] NOT NULL,
	"sort_value" double precision GENERATED ALWAYS AS (coalesce(value::double precision, '-infinity')) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_edits" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lead_id" text NOT NULL,
	"person_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"field_ids" jsonb NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"service_updated_at" timestamp with time zone,
	"answered_updated_at" timestamp with time zone,
	"saved_at" timestamp with time zone,
	"missing_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "timeline" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lead_id" text,
	"submission_id" text,
	"organization_id" text,
	"agent_id" text,
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
	"email" text,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agents_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "domain_rules" (
	"domain" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"locale" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"oidc_subject" text,
	"disabled_at" timestamp with time zone,
	"invited_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email"),
	CONSTRAINT "people_oidcSubject_unique" UNIQUE("oidc_subject")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"method" text DEFAULT 'demo' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text,
	"email" text NOT NULL,
	"browser_hash" text NOT NULL,
	"callback_url" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "sign_in_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"schema_version" text NOT NULL,
	"answers" jsonb NOT NULL,
	"digest" text,
	"form_id" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"lease" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempted_at" timestamp with time zone,
	"first_attempt_order" bigint,
	"attempted_at" timestamp with time zone,
	"attempt_log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search_from" timestamp with time zone,
	"search_order" bigint,
	"empty_searches" integer DEFAULT 0 NOT NULL,
	"evidence" jsonb,
	"lead_id" text,
	"accepted_by" text,
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
	"replaces" text,
	"retired_at" timestamp with time zone,
	"rejected" integer DEFAULT 0 NOT NULL,
	"last_rejected_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schema_state" ADD CONSTRAINT "schema_state_version_schema_versions_version_fk" FOREIGN KEY ("version") REFERENCES "public"."schema_versions"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_rules" ADD CONSTRAINT "domain_rules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_agent_id_agents_organization_id_id_fk" FOREIGN KEY ("organization_id","agent_id") REFERENCES "public"."agents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_organization_id_agent_id_agents_organization_id_id_fk" FOREIGN KEY ("organization_id","agent_id") REFERENCES "public"."agents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_event" ON "audit_log" USING btree ("event","id");--> statement-breakpoint
CREATE INDEX "audit_log_person" ON "audit_log" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "rate_limits_next" ON "rate_limits" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "sweeps_started" ON "sweeps" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "sweeps_open" ON "sweeps" USING btree ("state") WHERE state in ('running', 'checking');--> statement-breakpoint
CREATE INDEX "jobs_ready" ON "jobs" USING btree ("topic","priority","round","run_at","id") WHERE dead_at is null;--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("topic","priority","owner","round") WHERE owner is not null and dead_at is null;--> statement-breakpoint
CREATE INDEX "lead_conflicts_open" ON "lead_conflicts" USING btree ("found_at") WHERE dismissed_at is null;--> statement-breakpoint
CREATE INDEX "unapplied_leads_last" ON "unapplied_leads" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "leads_org_submitted" ON "leads" USING btree ("organization_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "leads_org_changed" ON "leads" USING btree ("organization_id","changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_name" ON "leads" USING btree ("organization_id","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_company" ON "leads" USING btree ("organization_id","sort_company","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_value" ON "leads" USING btree ("organization_id","sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_status" ON "leads" USING btree ("organization_id","status","submitted_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_submitted" ON "leads" USING btree ("organization_id","agent_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "leads_agent_changed" ON "leads" USING btree ("organization_id","agent_id","changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_name" ON "leads" USING btree ("organization_id","agent_id","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_company" ON "leads" USING btree ("organization_id","agent_id","sort_company","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_value" ON "leads" USING btree ("organization_id","agent_id","sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_status" ON "leads" USING btree ("organization_id","agent_id","status","submitted_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_first_seen" ON "leads" USING btree ("first_seen_order");--> statement-breakpoint
CREATE INDEX "leads_needs_read" ON "leads" USING btree ("read_order") WHERE needs_read;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_grams") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "pending_edits_lead" ON "pending_edits" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "timeline_lead" ON "timeline" USING btree ("lead_id","id");--> statement-breakpoint
CREATE INDEX "timeline_submission" ON "timeline" USING btree ("submission_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_email" ON "agents" USING btree ("organization_id","email");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sign_in_links_expiry" ON "sign_in_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "submissions_owner" ON "submissions" USING btree ("organization_id","agent_id","state");--> statement-breakpoint
CREATE INDEX "submissions_form" ON "submissions" USING btree ("person_id","form_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_lead" ON "submissions" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_last" ON "webhook_deliveries" USING btree ("last_at");--> statement-breakpoint
-- Written by hand from here on: drizzle-kit does not generate table settings, functions and triggers.
-- Jobs come and go: space is given back long before a fifth of a grown table is dead.
ALTER TABLE "jobs" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);--> statement-breakpoint
-- A sweep confirms every lead: without an index on what it changes, and with room beside each row, that touches
-- no index at all.
ALTER TABLE "leads" SET (fillfactor = 70);--> statement-breakpoint
-- Tiles read these sums and never the leads themselves. A trigger keeps them, so that no write can forget to.
CREATE FUNCTION lead_totals_add(org text, agent text, lead_status text, n bigint, amount numeric) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO lead_totals (organization_id, agent_id, status, count, value)
  VALUES (org, agent, lead_status, n, coalesce(amount, 0))
  ON CONFLICT (organization_id, agent_id, status)
  DO UPDATE SET count = lead_totals.count + excluded.count, value = lead_totals.value + excluded.value
$$;
--> statement-breakpoint
CREATE FUNCTION lead_totals_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  -- A confirmation changes nothing that is summed: leave the totals' rows alone, they are shared and hot.
  IF was_counted AND is_counted AND
     (OLD.organization_id, OLD.agent_id, OLD.status, OLD.value)
       IS NOT DISTINCT FROM (NEW.organization_id, NEW.agent_id, NEW.status, NEW.value) THEN
    RETURN NULL;
  END IF;
  -- Always in one order: two leads that move in opposite directions at once would wait for each other for ever.
  IF was_counted AND is_counted AND
     (OLD.organization_id, OLD.agent_id, OLD.status) > (NEW.organization_id, NEW.agent_id, NEW.status) THEN
    PERFORM lead_totals_add(NEW.organization_id, NEW.agent_id, NEW.status, 1, NEW.value);
    PERFORM lead_totals_add(OLD.organization_id, OLD.agent_id, OLD.status, -1, -OLD.value);
    RETURN NULL;
  END IF;
  IF was_counted THEN
    PERFORM lead_totals_add(OLD.organization_id, OLD.agent_id, OLD.status, -1, -OLD.value);
  END IF;
  IF is_counted THEN
    PERFORM lead_totals_add(NEW.organization_id, NEW.agent_id, NEW.status, 1, NEW.value);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "lead_totals_keep" AFTER INSERT OR DELETE OR
UPDATE OF "organization_id", "agent_id", "status", "value", "deleted_at" ON "leads"
FOR EACH ROW EXECUTE FUNCTION lead_totals_keep();
--> statement-breakpoint
-- The audit log is only added to.
CREATE FUNCTION audit_log_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is only ever added to';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_keep" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION audit_log_keep();
