CREATE TABLE "agent_sums" (
	"organization_id" text NOT NULL,
	"unit" text NOT NULL,
	"start" date NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	"value" numeric NOT NULL,
	"agent_id" text NOT NULL,
	CONSTRAINT "agent_sums_organization_id_unit_start_agent_id_status_pk" PRIMARY KEY("organization_id","unit","start","agent_id","status")
);
--> statement-breakpoint
CREATE TABLE "organization_sums" (
	"organization_id" text NOT NULL,
	"unit" text NOT NULL,
	"start" date NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	"value" numeric NOT NULL,
	CONSTRAINT "organization_sums_organization_id_unit_start_status_pk" PRIMARY KEY("organization_id","unit","start","status")
);
--> statement-breakpoint
CREATE INDEX "organization_sums_start" ON "organization_sums" USING btree ("unit","start");--> statement-breakpoint
CREATE INDEX "submissions_to_correct" ON "submissions" USING btree ("organization_id","agent_id") WHERE state = 'refused' and replaced_by is null;
--> statement-breakpoint
-- Written by hand from here on. A trigger, because no write can forget it: docs/decisions/0027-reports.md.
CREATE FUNCTION report_sums_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  -- A confirmation changes nothing that is summed.
  IF was_counted AND is_counted AND
     (OLD.organization_id, OLD.agent_id, OLD.status, OLD.value, OLD.submitted_at)
       IS NOT DISTINCT FROM (NEW.organization_id, NEW.agent_id, NEW.status, NEW.value, NEW.submitted_at) THEN
    RETURN NULL;
  END IF;
  -- First, before any sum or total of the organization is touched: a transaction that writes several leads, or one lead
  -- twice, locks their sums in no order, and two such would wait for each other for ever.
  PERFORM pg_advisory_xact_lock(hashtextextended(id, 3)) FROM (
    SELECT id FROM unnest(ARRAY[
      CASE WHEN was_counted THEN OLD.organization_id END, CASE WHEN is_counted THEN NEW.organization_id END]) AS ids (id)
    WHERE id IS NOT NULL GROUP BY id ORDER BY id COLLATE "C"
  ) AS organizations;
  WITH changes (organization_id, agent_id, status, submitted, count, value) AS (
    SELECT OLD.organization_id, OLD.agent_id, OLD.status, OLD.submitted_at AT TIME ZONE 'UTC', -1, -coalesce(OLD.value, 0)
    WHERE was_counted
    UNION ALL
    SELECT NEW.organization_id, NEW.agent_id, NEW.status, NEW.submitted_at AT TIME ZONE 'UTC', 1, coalesce(NEW.value, 0)
    WHERE is_counted
  )
  INSERT INTO agent_sums (organization_id, unit, start, agent_id, status, count, value)
  SELECT organization_id, unit, date_trunc(unit, submitted)::date AS first, agent_id, status, sum(count), sum(value)
  FROM changes CROSS JOIN (VALUES ('day'), ('week')) units (unit)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0 OR sum(value) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, unit, start, agent_id, status)
  DO UPDATE SET count = agent_sums.count + excluded.count, value = agent_sums.value + excluded.value;
  WITH changes (organization_id, status, submitted, count, value) AS (
    SELECT OLD.organization_id, OLD.status, OLD.submitted_at AT TIME ZONE 'UTC', -1, -coalesce(OLD.value, 0)
    WHERE was_counted
    UNION ALL
    SELECT NEW.organization_id, NEW.status, NEW.submitted_at AT TIME ZONE 'UTC', 1, coalesce(NEW.value, 0)
    WHERE is_counted
  )
  INSERT INTO organization_sums (organization_id, unit, start, status, count, value)
  SELECT organization_id, unit, date_trunc(unit, submitted)::date AS first, status, sum(count), sum(value)
  FROM changes CROSS JOIN (VALUES ('day'), ('week')) units (unit)
  GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(value) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, unit, start, status)
  DO UPDATE SET count = organization_sums.count + excluded.count, value = organization_sums.value + excluded.value;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Locks out writes until the sums of what is there already are in. Triggers run by name: this one before that of the totals,
-- which it protects, too.
CREATE TRIGGER "agent_sums_keep" AFTER INSERT OR DELETE OR
UPDATE OF "organization_id", "agent_id", "status", "value", "submitted_at", "deleted_at" ON "leads"
FOR EACH ROW EXECUTE FUNCTION report_sums_keep();
--> statement-breakpoint
-- Also what tests use that add leads without triggers.
CREATE FUNCTION report_sums_fill() RETURNS void LANGUAGE sql AS $$
  INSERT INTO agent_sums (organization_id, unit, start, agent_id, status, count, value)
  SELECT organization_id, unit, date_trunc(unit, submitted_at AT TIME ZONE 'UTC')::date, agent_id, status,
    count(*), coalesce(sum(value), 0)
  FROM leads CROSS JOIN (VALUES ('day'), ('week')) units (unit)
  WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO organization_sums (organization_id, unit, start, status, count, value)
  SELECT organization_id, unit, start, status, sum(count), sum(value) FROM agent_sums GROUP BY 1, 2, 3, 4;
$$;
--> statement-breakpoint
SELECT report_sums_fill();
