CREATE TABLE "agent_histograms" (
	"kind" text NOT NULL,
	"organization_id" text NOT NULL,
	"status" text NOT NULL,
	"week" date NOT NULL,
	"counts" numeric NOT NULL,
	"agent_id" text NOT NULL,
	CONSTRAINT "agent_histograms_organization_id_kind_status_week_agent_id_pk" PRIMARY KEY("organization_id","kind","status","week","agent_id")
);
--> statement-breakpoint
CREATE TABLE "organization_histograms" (
	"kind" text NOT NULL,
	"organization_id" text NOT NULL,
	"status" text NOT NULL,
	"week" date NOT NULL,
	"counts" numeric NOT NULL,
	CONSTRAINT "organization_histograms_organization_id_kind_week_status_pk" PRIMARY KEY("organization_id","kind","week","status")
);
--> statement-breakpoint
CREATE TABLE "agent_counts" (
	"organization_id" text NOT NULL,
	"unit" text NOT NULL,
	"start" date NOT NULL,
	"value" numeric NOT NULL,
	"agent_id" text NOT NULL,
	"part" smallint NOT NULL,
	"counts" numeric NOT NULL,
	CONSTRAINT "agent_counts_organization_id_unit_start_agent_id_part_pk" PRIMARY KEY("organization_id","unit","start","agent_id","part")
);
--> statement-breakpoint
CREATE TABLE "status_places" (
	"organization_id" text NOT NULL,
	"status" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "status_places_organization_id_status_pk" PRIMARY KEY("organization_id","status")
);
--> statement-breakpoint
CREATE INDEX "organization_histograms_week" ON "organization_histograms" USING btree ("kind","week");
--> statement-breakpoint
-- Written by hand from here on. Nothing changes between the sum of what is there and the triggers that keep it.
-- Leads first, and against row locks, too: the job that measures answer times locks leads before it writes their spans.
LOCK TABLE "leads" IN EXCLUSIVE MODE;
--> statement-breakpoint
LOCK TABLE "answer_spans" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- One of many counts in one number, as in lib/core/packed-counts.ts: eight digits for each, from the end.
CREATE FUNCTION packed_count(count bigint, place integer) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT count * ('1e' || (8 * place)::text)::numeric
$$;
--> statement-breakpoint
CREATE FUNCTION unpacked_count(counts numeric, place integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT mod(div(counts, ('1e' || (8 * place)::text)::numeric), 1e8)::bigint
$$;
--> statement-breakpoint
INSERT INTO agent_histograms (organization_id, kind, status, week, agent_id, counts)
SELECT organization_id, kind, status, week, agent_id, sum(packed_count(count, bucket)) FROM answer_times
GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0;
--> statement-breakpoint
INSERT INTO organization_histograms (organization_id, kind, status, week, counts)
SELECT organization_id, kind, status, week, sum(counts) FROM agent_histograms GROUP BY 1, 2, 3, 4;
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
  INSERT INTO agent_histograms (organization_id, kind, status, week, agent_id, counts)
  SELECT organization_id, kind, status, week, agent_id, sum(packed_count(sign, bucket)) FROM changed
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, kind, status, week, agent_id)
  DO UPDATE SET counts = agent_histograms.counts + excluded.counts;
  INSERT INTO organization_histograms (organization_id, kind, status, week, counts)
  SELECT organization_id, kind, status, week, sum(packed_count(sign, bucket)) FROM changed
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, kind, week, status)
  DO UPDATE SET counts = organization_histograms.counts + excluded.counts;
  RETURN NULL;
END
$$;
--> statement-breakpoint
INSERT INTO status_places (organization_id, status, place)
SELECT organization_id, status, row_number() OVER (PARTITION BY organization_id ORDER BY status) - 1
FROM agent_sums WHERE count <> 0 OR value <> 0 GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO agent_counts (organization_id, unit, start, agent_id, part, counts, value)
SELECT organization_id, unit, start, agent_id, place / 64, sum(packed_count(count, place % 64)), sum(value)
FROM agent_sums JOIN status_places USING (organization_id, status)
GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0 OR sum(value) <> 0;
--> statement-breakpoint
-- Only under the lock of the organization's sums: nobody else gives it places meanwhile.
CREATE FUNCTION report_status_place(organization text, name text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  known integer;
BEGIN
  SELECT place INTO known FROM status_places WHERE organization_id = organization AND status = name;
  IF known IS NULL THEN
    INSERT INTO status_places (organization_id, status, place)
    SELECT organization, name, count(*) FROM status_places WHERE organization_id = organization
    RETURNING place INTO known;
  END IF;
  RETURN known;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION report_sums_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
  was_place integer;
  is_place integer;
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
  IF was_counted THEN
    was_place := report_status_place(OLD.organization_id, OLD.status);
  END IF;
  IF is_counted THEN
    is_place := report_status_place(NEW.organization_id, NEW.status);
  END IF;
  WITH changes (organization_id, agent_id, place, submitted, count, value) AS (
    SELECT OLD.organization_id, OLD.agent_id, was_place, OLD.submitted_at AT TIME ZONE 'UTC', -1, -coalesce(OLD.value, 0)
    WHERE was_counted
    UNION ALL
    SELECT NEW.organization_id, NEW.agent_id, is_place, NEW.submitted_at AT TIME ZONE 'UTC', 1, coalesce(NEW.value, 0)
    WHERE is_counted
  )
  INSERT INTO agent_counts (organization_id, unit, start, agent_id, part, counts, value)
  SELECT organization_id, unit, date_trunc(unit, submitted)::date AS first, agent_id, place / 64,
    sum(packed_count(count, place % 64)), sum(value)
  FROM changes CROSS JOIN (VALUES ('day'), ('week')) units (unit)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(packed_count(count, place % 64)) <> 0 OR sum(value) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, unit, start, agent_id, part)
  DO UPDATE SET counts = agent_counts.counts + excluded.counts, value = agent_counts.value + excluded.value;
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
-- For who adds leads without triggers, as tests and measurements do.
CREATE OR REPLACE FUNCTION report_sums_fill() RETURNS void LANGUAGE sql AS $$
  INSERT INTO status_places (organization_id, status, place)
  SELECT organization_id, status, row_number() OVER (PARTITION BY organization_id ORDER BY status) - 1 +
    (SELECT count(*) FROM status_places WHERE organization_id = shown.organization_id)
  FROM (SELECT DISTINCT organization_id, status FROM leads WHERE deleted_at IS NULL) AS shown
  WHERE NOT EXISTS (
    SELECT FROM status_places WHERE organization_id = shown.organization_id AND status = shown.status);
  INSERT INTO organization_sums (organization_id, unit, start, status, count, value)
  SELECT organization_id, unit, date_trunc(unit, submitted_at AT TIME ZONE 'UTC')::date, status,
    count(*), coalesce(sum(value), 0)
  FROM leads CROSS JOIN (VALUES ('day'), ('week')) units (unit)
  WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  INSERT INTO agent_counts (organization_id, unit, start, agent_id, part, counts, value)
  SELECT organization_id, unit, start, agent_id, place / 64, sum(packed_count(count, place % 64)), sum(value)
  FROM (
    SELECT organization_id, unit, date_trunc(unit, submitted_at AT TIME ZONE 'UTC')::date AS start, agent_id, status,
      count(*) AS count, coalesce(sum(value), 0) AS value
    FROM leads CROSS JOIN (VALUES ('day'), ('week')) units (unit)
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5
  ) AS counted JOIN status_places USING (organization_id, status)
  GROUP BY 1, 2, 3, 4, 5;
$$;
--> statement-breakpoint
DROP TABLE "answer_times";--> statement-breakpoint
DROP TABLE "organization_times";--> statement-breakpoint
DROP TABLE "agent_sums";--> statement-breakpoint
-- What the tables of these names had: desks of the previous version read it until they are updated.
CREATE VIEW "answer_times" AS SELECT * FROM (
  SELECT kind, organization_id, agent_id, status, week, bucket::smallint AS bucket,
    unpacked_count(counts, bucket)::integer AS count
  FROM agent_histograms CROSS JOIN LATERAL generate_series(0, length(counts::text) / 8) AS buckets (bucket)
) AS unpacked WHERE count <> 0;
--> statement-breakpoint
CREATE VIEW "organization_times" AS SELECT * FROM (
  SELECT kind, organization_id, status, week, bucket::smallint AS bucket,
    unpacked_count(counts, bucket)::integer AS count
  FROM organization_histograms CROSS JOIN LATERAL generate_series(0, length(counts::text) / 8) AS buckets (bucket)
) AS unpacked WHERE count <> 0;
--> statement-breakpoint
-- The value of all statuses is that of the first: only its sum is read.
CREATE VIEW "agent_sums" AS SELECT * FROM (
  SELECT organization_id, unit, start, status, unpacked_count(counts, place % 64) AS count,
    CASE place % 64 WHEN 0 THEN value ELSE 0 END AS value, agent_id
  FROM agent_counts JOIN status_places USING (organization_id) WHERE place / 64 = part
) AS unpacked WHERE count <> 0 OR value <> 0;
