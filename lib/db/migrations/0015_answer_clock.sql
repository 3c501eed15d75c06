CREATE TABLE "answer_spans" (
	"lead_id" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"status" text NOT NULL,
	"week" date NOT NULL,
	"bucket" smallint NOT NULL,
	CONSTRAINT "answer_spans_lead_id_kind_ended_at_pk" PRIMARY KEY("lead_id","kind","ended_at")
);
--> statement-breakpoint
CREATE TABLE "answer_times" (
	"kind" text NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"status" text NOT NULL,
	"week" date NOT NULL,
	"bucket" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "answer_times_organization_id_kind_status_week_agent_id_bucket_pk" PRIMARY KEY("organization_id","kind","status","week","agent_id","bucket")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "since_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "answer_times_week" ON "answer_times" USING btree ("kind","status","week");--> statement-breakpoint
CREATE INDEX "leads_waiting" ON "leads" USING btree ((case when answered_at is null then submitted_at else status_since end),"id") WHERE status = 'pending' and deleted_at is null;
--> statement-breakpoint
-- Written by hand from here on. Triggers, because no code path can forget them: see docs/decisions/0026-answer-clock.md.
-- The same as `bucketOf` in lib/answer-clock/bucket.ts.
CREATE FUNCTION answer_bucket(length interval) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN length < interval '1 minute' THEN 0 ELSE least(
    200, 1 + floor(ln(extract(epoch FROM length)::double precision / 60) / ln(2::double precision) * 8)
  ) END::smallint
$$;
--> statement-breakpoint
CREATE FUNCTION answer_times_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Always in one order: two leads that change at once would wait for each other for ever.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO answer_times (organization_id, kind, status, week, agent_id, bucket, count)
    SELECT organization_id, kind, status, week, agent_id, bucket, count(*) FROM added
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, kind, status, week, agent_id, bucket)
    DO UPDATE SET count = answer_times.count + excluded.count;
  ELSE
    INSERT INTO answer_times (organization_id, kind, status, week, agent_id, bucket, count)
    SELECT organization_id, kind, status, week, agent_id, bucket, -count(*) FROM removed
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, kind, status, week, agent_id, bucket)
    DO UPDATE SET count = answer_times.count + excluded.count;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "answer_times_added" AFTER INSERT ON "answer_spans"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION answer_times_keep();
--> statement-breakpoint
CREATE TRIGGER "answer_times_removed" AFTER DELETE ON "answer_spans"
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION answer_times_keep();
--> statement-breakpoint
-- What was measured is not changed, only taken back and measured again.
CREATE FUNCTION answer_spans_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'measured times are only added and removed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "answer_spans_refuse" BEFORE UPDATE OR TRUNCATE ON "answer_spans"
FOR EACH STATEMENT EXECUTE FUNCTION answer_spans_refuse();
--> statement-breakpoint
-- Whether all that happened to a lead was seen here: it came to the portal at most a day before this desk read it, and
-- had no answer then.
CREATE FUNCTION answer_clock_is_whole(status text, came timestamptz, seen timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT status = 'pending' AND coalesce(seen - came <= interval '1 day', false)
$$;
--> statement-breakpoint
CREATE FUNCTION answer_clock_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.since_known := answer_clock_is_whole(
    NEW.status, coalesce(NEW.portal_created_at, NEW.submitted_here_at), NEW.first_seen_at
  );
  NEW.answered_at := CASE WHEN NEW.status NOT IN ('pending', '') THEN NEW.status_since END;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "answer_clock_begin" BEFORE INSERT ON "leads" FOR EACH ROW EXECUTE FUNCTION answer_clock_begin();
--> statement-breakpoint
CREATE FUNCTION answer_clock_measure(
  lead text, what text, org text, agent text, left_status text, began timestamptz, ended timestamptz
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO answer_spans (lead_id, kind, organization_id, agent_id, status, ended_at, week, bucket)
  VALUES (lead, what, org, agent, left_status, ended, date_trunc('week', ended AT TIME ZONE 'UTC')::date,
    -- An answer may precede its lead where two clocks differ.
    answer_bucket(greatest(ended - began, interval '0')))
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION answer_clock_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came timestamptz := coalesce(NEW.portal_created_at, NEW.submitted_at);
  answered timestamptz := CASE WHEN NEW.status NOT IN ('pending', '') THEN NEW.status_since END;
  whole boolean := answer_clock_is_whole(
    NEW.status, coalesce(NEW.portal_created_at, NEW.submitted_here_at), NEW.first_seen_at
  );
  span answer_spans;
BEGIN
  IF NEW.service_updated_at < OLD.service_updated_at THEN
    -- The portal went back in time, as after a restored backup: what it showed after that has not happened.
    DELETE FROM answer_spans WHERE lead_id = NEW.id AND ended_at > NEW.service_updated_at;
    NEW.answered_at := CASE WHEN OLD.answered_at <= NEW.service_updated_at THEN OLD.answered_at ELSE answered END;
    NEW.since_known := OLD.since_known AND NEW.status = OLD.status AND OLD.status_since <= NEW.service_updated_at;
  ELSIF OLD.status = '' THEN
    -- Its status was unknown until now.
    NEW.answered_at := coalesce(OLD.answered_at, answered);
    NEW.since_known := NEW.answered_at IS NULL AND whole;
  ELSIF NEW.status = '' THEN
    NEW.since_known := false;
  ELSIF NEW.status <> OLD.status THEN
    IF OLD.since_known AND OLD.answered_at IS NULL THEN
      PERFORM answer_clock_measure(
        NEW.id, 'answer', NEW.organization_id, NEW.agent_id, '', came, NEW.status_since
      );
    END IF;
    IF OLD.since_known AND NEW.status_since > OLD.status_since THEN
      PERFORM answer_clock_measure(
        NEW.id, 'status', NEW.organization_id, NEW.agent_id, OLD.status, OLD.status_since, NEW.status_since
      );
    END IF;
    NEW.answered_at := coalesce(OLD.answered_at, NEW.status_since);
    NEW.since_known := true;
  ELSIF OLD.submitted_here_at IS NULL AND NEW.submitted_here_at IS NOT NULL THEN
    NEW.since_known := OLD.since_known OR (OLD.answered_at IS NULL AND whole);
  END IF;
  -- Who owns it, or when it came, was not known yet, or is corrected: measured again.
  IF (OLD.organization_id = '' AND NEW.organization_id <> '')
    OR came IS DISTINCT FROM coalesce(OLD.portal_created_at, OLD.submitted_at) THEN
    FOR span IN
      DELETE FROM answer_spans WHERE lead_id = NEW.id AND (kind = 'answer' OR organization_id = '') RETURNING *
    LOOP
      IF span.organization_id = '' THEN
        span.organization_id := NEW.organization_id;
        span.agent_id := NEW.agent_id;
      END IF;
      IF span.kind = 'answer' THEN
        span.bucket := answer_bucket(greatest(span.ended_at - came, interval '0'));
      END IF;
      INSERT INTO answer_spans SELECT span.*;
    END LOOP;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- Not for what changes nothing of it, as almost every reading does.
CREATE TRIGGER "answer_clock_keep" BEFORE UPDATE OF "organization_id", "status", "portal_created_at", "submitted_at",
"submitted_here_at", "service_updated_at" ON "leads" FOR EACH ROW
WHEN (
  OLD.status <> NEW.status
  OR OLD.organization_id <> NEW.organization_id
  OR OLD.submitted_at <> NEW.submitted_at
  OR OLD.portal_created_at IS DISTINCT FROM NEW.portal_created_at
  OR OLD.submitted_here_at IS DISTINCT FROM NEW.submitted_here_at
  OR NEW.service_updated_at < OLD.service_updated_at
)
EXECUTE FUNCTION answer_clock_keep();
