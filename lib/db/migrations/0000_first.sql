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
CREATE TABLE "brand_images" (
	"digest" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"role" text,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"person_id" text,
	"mailed_notices" jsonb
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
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tone" text,
	"position" integer,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL
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
CREATE TABLE "full_syncs" (
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
	"quarantined" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"older" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"detail" text,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"transferred_from" text[],
	"transferred_at" timestamp with time zone,
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
CREATE TABLE "erased_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"form_id" text,
	"draft_id" text
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"person_id" text NOT NULL,
	"email" text NOT NULL,
	"digest" text NOT NULL,
	"counts" jsonb NOT NULL,
	"leads" jsonb NOT NULL,
	"code" text
);
--> statement-breakpoint
CREATE TABLE "import_files" (
	"import_id" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" text NOT NULL,
	"position" integer NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"fixes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"wrong_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"digest" text,
	"email_key" text,
	"phone_key" text,
	"known_by" text,
	"duplicate_of" integer,
	"is_repeat" boolean DEFAULT false NOT NULL,
	"submission_id" text,
	"sent_key" text,
	CONSTRAINT "import_rows_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"file_name" text NOT NULL,
	"read_as" jsonb,
	"state" text DEFAULT 'storing' NOT NULL,
	"headings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"has_headings" boolean DEFAULT true NOT NULL,
	"columns" jsonb,
	"file_format" jsonb,
	"checked_by" text,
	"locale" text,
	"time_zone" text,
	"consents" jsonb,
	"paused_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sent_import_rows" (
	"sent_key" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"submission_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL,
	"secret" text
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
CREATE TABLE "known_companies" (
	"organization_id" text NOT NULL,
	"band" integer NOT NULL,
	"company" text NOT NULL,
	CONSTRAINT "known_companies_organization_id_band_company_pk" PRIMARY KEY("organization_id","band","company")
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
CREATE TABLE "quarantined_leads" (
	"digest" text PRIMARY KEY NOT NULL,
	"lead_id" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_order" bigint DEFAULT nextval('event_order') NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"status" text NOT NULL,
	"status_since" timestamp with time zone NOT NULL,
	"since_known" boolean DEFAULT false NOT NULL,
	"first_response_at" timestamp with time zone,
	"response_known" boolean DEFAULT false NOT NULL,
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
	"erased_at" timestamp with time zone,
	"sort_name" text NOT NULL,
	"sort_company" text NOT NULL,
	"search_text" text NOT NULL,
	"search_grams" integer[] NOT NULL,
	"known_email" text,
	"known_phone" text,
	"known_domain" text,
	"known_company" text,
	"sort_value" double precision GENERATED ALWAYS AS (coalesce(value::double precision, '-infinity')) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"timeline_id" bigint,
	"kind" text NOT NULL,
	"lead_id" text,
	"submission_id" text,
	"import_id" text,
	"draft_id" text,
	"access" jsonb,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"mailed_at" timestamp with time zone
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
	"list_columns" text[],
	"list_density" text DEFAULT 'comfortable' NOT NULL,
	"shortcuts" boolean DEFAULT true NOT NULL,
	"notice_mails" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"digest_hour" smallint DEFAULT 8 NOT NULL,
	"notice_mail_at" timestamp with time zone,
	"time_zone" text,
	"chosen_time_zone" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"oidc_subject" text,
	"disabled_at" timestamp with time zone,
	"invited_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email"),
	CONSTRAINT "people_oidcSubject_unique" UNIQUE("oidc_subject"),
	CONSTRAINT "people_digest_hour" CHECK ("people"."digest_hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"method" text DEFAULT 'demo' NOT NULL,
	"browser" text,
	"system" text,
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
CREATE TABLE "receipt_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "receipt_keys_sealed" CHECK (("receipt_keys"."sealed" is null) = ("receipt_keys"."retired_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"kid" text NOT NULL,
	"code" text NOT NULL,
	"salt" text,
	"issued_at" timestamp with time zone NOT NULL
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
	"draft_id" text,
	"draft_transferred_from" text[],
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
	"completed_at" timestamp with time zone,
	"known_email" text,
	"known_phone" text,
	"known_domain" text,
	"known_company" text
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
	"response_updated_at" timestamp with time zone,
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
	"took_ms" bigint,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "view_as" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" text NOT NULL,
	"session_id" text,
	"person_id" text NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended" text,
	CONSTRAINT "view_as_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "view_as_other" CHECK ("view_as"."admin_id" <> "view_as"."person_id"),
	CONSTRAINT "view_as_ended" CHECK (("view_as"."ended_at" is null) = ("view_as"."ended" is null))
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"params" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"last_delivery_at" timestamp with time zone,
	"replaces" text,
	"retired_at" timestamp with time zone,
	"rejected" integer DEFAULT 0 NOT NULL,
	"last_rejected_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schema_state" ADD CONSTRAINT "schema_state_version_schema_versions_version_fk" FOREIGN KEY ("version") REFERENCES "public"."schema_versions"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_import_rows" ADD CONSTRAINT "sent_import_rows_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_rules" ADD CONSTRAINT "domain_rules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_agent_id_agents_organization_id_id_fk" FOREIGN KEY ("organization_id","agent_id") REFERENCES "public"."agents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_kid_receipt_keys_kid_fk" FOREIGN KEY ("kid") REFERENCES "public"."receipt_keys"("kid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_organization_id_agent_id_agents_organization_id_id_fk" FOREIGN KEY ("organization_id","agent_id") REFERENCES "public"."agents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_as" ADD CONSTRAINT "view_as_admin_id_people_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_as" ADD CONSTRAINT "view_as_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_as" ADD CONSTRAINT "view_as_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_event" ON "audit_log" USING btree ("event","id");--> statement-breakpoint
CREATE INDEX "audit_log_person" ON "audit_log" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "mails_person" ON "mails" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "rate_limits_next" ON "rate_limits" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "full_syncs_started" ON "full_syncs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "full_syncs_open" ON "full_syncs" USING btree ("state") WHERE state in ('running', 'checking');--> statement-breakpoint
CREATE INDEX "drafts_person" ON "drafts" USING btree ("person_id","organization_id");--> statement-breakpoint
CREATE INDEX "drafts_agent" ON "drafts" USING btree ("organization_id","agent_id");--> statement-breakpoint
CREATE INDEX "drafts_age" ON "drafts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "erased_submissions_form" ON "erased_submissions" USING btree ("form_id") WHERE form_id is not null;--> statement-breakpoint
CREATE INDEX "erased_submissions_draft" ON "erased_submissions" USING btree ("draft_id") WHERE draft_id is not null;--> statement-breakpoint
CREATE INDEX "erasures_at" ON "erasures" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "import_rows_state" ON "import_rows" USING btree ("import_id","state","position");--> statement-breakpoint
CREATE INDEX "import_rows_submission" ON "import_rows" USING btree ("submission_id") WHERE submission_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "import_rows_sent" ON "import_rows" USING btree ("sent_key") WHERE sent_key is not null;--> statement-breakpoint
CREATE INDEX "imports_person" ON "imports" USING btree ("person_id","organization_id");--> statement-breakpoint
CREATE INDEX "imports_organization" ON "imports" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_age" ON "imports" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "sent_import_rows_person" ON "sent_import_rows" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sent_import_rows_submission" ON "sent_import_rows" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "jobs_ready" ON "jobs" USING btree ("topic","priority","round","run_at","id") WHERE dead_at is null;--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("topic","priority","owner","round") WHERE owner is not null and dead_at is null;--> statement-breakpoint
CREATE INDEX "lead_conflicts_open" ON "lead_conflicts" USING btree ("found_at") WHERE dismissed_at is null;--> statement-breakpoint
CREATE INDEX "quarantined_leads_last" ON "quarantined_leads" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "leads_org_submitted" ON "leads" USING btree ("organization_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "leads_org_changed" ON "leads" USING btree ("organization_id","changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_name" ON "leads" USING btree ("organization_id","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_company" ON "leads" USING btree ("organization_id","sort_company","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_value" ON "leads" USING btree ("organization_id","sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_status" ON "leads" USING btree ("organization_id","status","submitted_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_submitted" ON "leads" USING btree ("organization_id","agent_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "leads_waiting" ON "leads" USING btree ((case when first_response_at is null then submitted_at else status_since end),"id") WHERE status = 'pending' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_waiting" ON "leads" USING btree ("organization_id",(case when first_response_at is null then submitted_at else status_since end),"id") WHERE status = 'pending' and deleted_at is null and organization_id <> '';--> statement-breakpoint
CREATE INDEX "leads_org_report" ON "leads" USING btree ("organization_id","submitted_at","agent_id","status","value") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_all_report" ON "leads" USING btree ("submitted_at","organization_id","status","value") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_responses" ON "leads" USING btree ("organization_id","first_response_at") WHERE response_known;--> statement-breakpoint
CREATE INDEX "leads_all_responses" ON "leads" USING btree ("first_response_at") WHERE response_known;--> statement-breakpoint
CREATE INDEX "leads_all_submitted" ON "leads" USING btree ("submitted_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_all_status" ON "leads" USING btree ("status","submitted_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_all_value" ON "leads" USING btree ("sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_first_seen" ON "leads" USING btree ("first_seen_order");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" USING btree ("known_email") WHERE known_email is not null;--> statement-breakpoint
CREATE INDEX "leads_needs_read" ON "leads" USING btree ("read_order") WHERE needs_read;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_grams") WITH (gin_pending_list_limit=128) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_known_email" ON "leads" USING btree ("organization_id","known_email","agent_id","submitted_at") WHERE deleted_at is null and known_email is not null;--> statement-breakpoint
CREATE INDEX "leads_known_phone" ON "leads" USING btree ("organization_id","known_phone","agent_id","submitted_at") WHERE deleted_at is null and known_phone is not null;--> statement-breakpoint
CREATE INDEX "leads_known_domain" ON "leads" USING btree ("organization_id","known_domain","agent_id","submitted_at") WHERE deleted_at is null and known_domain is not null;--> statement-breakpoint
CREATE INDEX "leads_known_company" ON "leads" USING btree ("organization_id","known_company","agent_id","submitted_at") WHERE deleted_at is null and known_company is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_entry" ON "notices" USING btree ("person_id","timeline_id");--> statement-breakpoint
CREATE INDEX "notices_person" ON "notices" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("person_id","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_unmailed" ON "notices" USING btree ("person_id","kind","at") WHERE read_at is null and mailed_at is null;--> statement-breakpoint
CREATE INDEX "notices_lead" ON "notices" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "notices_submission" ON "notices" USING btree ("submission_id") WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX "notices_import" ON "notices" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_draft" ON "notices" USING btree ("draft_id","person_id") WHERE draft_id is not null;--> statement-breakpoint
CREATE INDEX "notices_at" ON "notices" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_email" ON "agents" USING btree ("organization_id","email");--> statement-breakpoint
CREATE INDEX "memberships_agent" ON "memberships" USING btree ("organization_id","agent_id");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sign_in_links_expiry" ON "sign_in_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_keys_current" ON "receipt_keys" USING btree ((retired_at is null)) WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "receipts_kid" ON "receipts" USING btree ("kid");--> statement-breakpoint
CREATE INDEX "submissions_owner" ON "submissions" USING btree ("organization_id","agent_id","state");--> statement-breakpoint
CREATE INDEX "submissions_to_correct" ON "submissions" USING btree ("organization_id","agent_id") WHERE state = 'refused' and replaced_by is null;--> statement-breakpoint
CREATE INDEX "submissions_form" ON "submissions" USING btree ("person_id","form_id");--> statement-breakpoint
CREATE INDEX "submissions_draft" ON "submissions" USING btree ("draft_id") WHERE draft_id is not null;--> statement-breakpoint
CREATE INDEX "submissions_email" ON "submissions" USING btree ("known_email") WHERE known_email is not null;--> statement-breakpoint
CREATE INDEX "submissions_replaced" ON "submissions" USING btree ("replaced_by") WHERE replaced_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_lead" ON "submissions" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "submissions_known_email" ON "submissions" USING btree ("organization_id","known_email","created_at") WHERE lead_id is null and known_email is not null;--> statement-breakpoint
CREATE INDEX "submissions_known_phone" ON "submissions" USING btree ("organization_id","known_phone","created_at") WHERE lead_id is null and known_phone is not null;--> statement-breakpoint
CREATE INDEX "submissions_known_domain" ON "submissions" USING btree ("organization_id","known_domain","created_at") WHERE lead_id is null and known_domain is not null;--> statement-breakpoint
CREATE INDEX "submissions_known_company" ON "submissions" USING btree ("organization_id","known_company","created_at") WHERE lead_id is null and known_company is not null;--> statement-breakpoint
CREATE INDEX "pending_edits_lead" ON "pending_edits" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "timeline_lead" ON "timeline" USING btree ("lead_id","id");--> statement-breakpoint
CREATE INDEX "timeline_submission" ON "timeline" USING btree ("submission_id","id");--> statement-breakpoint
CREATE INDEX "timeline_org_took" ON "timeline" USING btree ("organization_id","at") WHERE took_ms is not null;--> statement-breakpoint
CREATE INDEX "timeline_all_took" ON "timeline" USING btree ("at") WHERE took_ms is not null;--> statement-breakpoint
CREATE INDEX "view_as_admin" ON "view_as" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "view_as_person" ON "view_as" USING btree ("person_id","started_at");--> statement-breakpoint
CREATE INDEX "view_as_started" ON "view_as" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "saved_views_person" ON "saved_views" USING btree ("person_id","organization_id");--> statement-breakpoint
CREATE INDEX "saved_views_organization" ON "saved_views" USING btree ("organization_id","is_shared");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_last" ON "webhook_deliveries" USING btree ("last_at");--> statement-breakpoint
-- Written by hand from here on: drizzle-kit does not generate table settings, functions and triggers.
-- A sync confirms every lead: without an index on what it changes, and with room beside each row, that touches no index at all.
ALTER TABLE "leads" SET (fillfactor = 70);
--> statement-breakpoint
-- Jobs come and go: space is given back long before a fifth of a grown table is dead.
ALTER TABLE "jobs" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
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
--> statement-breakpoint
-- The same as `foldLetters` of lib/core/plain-letters.ts, whatever the locale of the database: capitals of all scripts, and
-- letters that do not fall apart into a letter and its accent, each with what is compared in its place.
CREATE OR REPLACE FUNCTION fold_letters(original text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN original ~ '^[\x01-\x7f]*$' THEN lower(original COLLATE "C") ELSE
    normalize(replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(original, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "C"),
      'ÆÐØÞðøĐđĦħıŁłŊŒŦŧƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
      'ædoþdoddhhillŋœttɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) END
$$;
--> statement-breakpoint
-- The audit log is only added to. The purge, which removes what is too old, says so in its transaction.
CREATE OR REPLACE FUNCTION audit_log_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('partner_desk.expires_audit', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is only ever added to';
END
$$;
--> statement-breakpoint
-- Whoever deletes, and whatever an admin chose: the last year stays. A day less, because clocks differ.
CREATE OR REPLACE FUNCTION audit_log_keep_year() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at > clock_timestamp() - interval '364 days' THEN
    RAISE EXCEPTION 'the audit log keeps its last year';
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
-- An issued receipt never changes. Only its salt may go, with the answers.
CREATE OR REPLACE FUNCTION receipts_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ROW(NEW.submission_id, NEW.kid, NEW.code, NEW.issued_at)
    IS DISTINCT FROM ROW(OLD.submission_id, OLD.kid, OLD.code, OLD.issued_at)
    OR (NEW.salt IS NOT NULL AND NEW.salt IS DISTINCT FROM OLD.salt) THEN
    RAISE EXCEPTION 'a receipt never changes';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_keep" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION audit_log_keep();
--> statement-breakpoint
CREATE TRIGGER "audit_log_keep_year" BEFORE DELETE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION audit_log_keep_year();
--> statement-breakpoint
CREATE TRIGGER "receipts_keep" BEFORE UPDATE ON "receipts"
FOR EACH ROW EXECUTE FUNCTION receipts_keep();
