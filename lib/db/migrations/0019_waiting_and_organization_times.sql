CREATE TABLE "organization_times" (
	"kind" text NOT NULL,
	"organization_id" text NOT NULL,
	"status" text NOT NULL,
	"week" date NOT NULL,
	"bucket" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "organization_times_organization_id_kind_week_status_bucket_pk" PRIMARY KEY("organization_id","kind","week","status","bucket")
);
--> statement-breakpoint
DROP INDEX "answer_times_week";--> statement-breakpoint
CREATE INDEX "organization_times_week" ON "organization_times" USING btree ("kind","week");--> statement-breakpoint
CREATE INDEX "leads_org_waiting" ON "leads" USING btree ("organization_id",(case when answered_at is null then submitted_at else status_since end),"id") WHERE status = 'pending' and deleted_at is null and organization_id <> '';
--> statement-breakpoint
-- Written by hand from here on. Nothing is measured between the sum of what is there and the trigger that keeps it.
LOCK TABLE "answer_spans" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO organization_times (organization_id, kind, status, week, bucket, count)
SELECT organization_id, kind, status, week, bucket, sum(count) FROM answer_times
GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION answer_times_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  -- The lock of the organization's sums (docs/decisions/0027-reports.md), before any count of it: two leads that change at
  -- once would wait for each other for ever.
  PERFORM pg_advisory_xact_lock(hashtextextended(id, 3)) FROM (
    SELECT organization_id AS id FROM changed GROUP BY 1 ORDER BY organization_id COLLATE "C"
  ) AS organizations;
  INSERT INTO answer_times (organization_id, kind, status, week, agent_id, bucket, count)
  SELECT organization_id, kind, status, week, agent_id, bucket, sign * count(*) FROM changed
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, kind, status, week, agent_id, bucket)
  DO UPDATE SET count = answer_times.count + excluded.count;
  INSERT INTO organization_times (organization_id, kind, status, week, bucket, count)
  SELECT organization_id, kind, status, week, bucket, sign * count(*) FROM changed
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, kind, week, status, bucket)
  DO UPDATE SET count = organization_times.count + excluded.count;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER "answer_times_added" ON "answer_spans";
--> statement-breakpoint
DROP TRIGGER "answer_times_removed" ON "answer_spans";
--> statement-breakpoint
CREATE TRIGGER "answer_times_added" AFTER INSERT ON "answer_spans"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION answer_times_keep();
--> statement-breakpoint
CREATE TRIGGER "answer_times_removed" AFTER DELETE ON "answer_spans"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION answer_times_keep();
--> statement-breakpoint
-- A lead that moves needs the locks of both organizations, and in the order in which `report_sums_keep` takes them.
CREATE FUNCTION answer_clock_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(id, 3)) FROM (
    SELECT id FROM unnest(ARRAY[OLD.organization_id, NEW.organization_id]) AS ids (id) ORDER BY id COLLATE "C"
  ) AS organizations;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- Triggers run by name: this one before `answer_clock_keep`.
CREATE TRIGGER "answer_clock_both" BEFORE UPDATE OF "organization_id" ON "leads" FOR EACH ROW
WHEN (OLD.organization_id <> NEW.organization_id) EXECUTE FUNCTION answer_clock_both();
