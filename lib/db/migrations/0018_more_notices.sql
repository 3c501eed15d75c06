ALTER TABLE "notices" ALTER COLUMN "timeline_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "import_id" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "draft_id" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "access" jsonb;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "chosen_time_zone" text;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_submission" ON "notices" USING btree ("submission_id") WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX "notices_import" ON "notices" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_draft" ON "notices" USING btree ("draft_id","person_id") WHERE draft_id is not null;--> statement-breakpoint
-- Written by hand from here on. As before, with three differences: a decision of an admin is not told to that admin; who
-- was told that a submission waits for review is told how that ended; and what the portal changed is told, unless an
-- admin hides all of those fields.
CREATE OR REPLACE FUNCTION notices_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notices (person_id, timeline_id, kind, lead_id, submission_id, at)
  SELECT m.person_id, e.id, e.kind, e.lead_id, e.submission_id, clock_timestamp()
  FROM added e
  LEFT JOIN submissions s ON s.id = e.submission_id
  LEFT JOIN leads l ON l.id = e.lead_id
  JOIN memberships m ON m.organization_id = coalesce(s.organization_id, e.organization_id)
    AND (m.role = 'manager' OR m.agent_id = coalesce(s.agent_id, e.agent_id))
  WHERE CASE e.kind
    WHEN 'status-changed' THEN true
    WHEN 'fields-changed' THEN e.person_id IS NULL AND EXISTS (
      SELECT FROM jsonb_array_elements(e.detail -> 'fields') f
      WHERE NOT EXISTS (SELECT FROM field_settings h WHERE h.field_id = f ->> 'id' AND h.hidden))
    -- One entry for each owner: the new one is told.
    WHEN 'reassigned' THEN (l.organization_id, l.agent_id) = (e.organization_id, e.agent_id)
    -- A lead that the portal created; not an old one that is only read now, nor one of this desk, also if the answer
    -- to its submission is still on its way.
    WHEN 'first-seen' THEN e.at > now() - interval '7 days'
      AND NOT EXISTS (SELECT FROM submissions own WHERE own.lead_id = e.lead_id)
      AND NOT EXISTS (
        SELECT FROM submissions own
        WHERE own.organization_id = e.organization_id AND own.known_email = l.known_email AND own.lead_id IS NULL
          AND own.state IN ('sending', 'settling', 'review'))
    -- An import shows what became of its rows, but not later on.
    WHEN 'refused' THEN (s.refusal ->> 'byAdmin' = 'true' AND m.person_id = e.person_id) IS NOT TRUE
      AND (NOT EXISTS (SELECT FROM import_rows r WHERE r.submission_id = s.id) OR EXISTS (
        SELECT FROM notices told
        WHERE told.submission_id = s.id AND told.person_id = m.person_id AND told.kind = 'review'))
    -- Who submitted it has left the page by then.
    WHEN 'accepted' THEN (s.accepted_by = 'admin' AND m.person_id = e.person_id) IS NOT TRUE
      AND ((m.person_id = s.person_id AND e.at > s.created_at + interval '2 minutes'
          AND NOT EXISTS (SELECT FROM import_rows r WHERE r.submission_id = s.id))
        OR EXISTS (
          SELECT FROM notices told
          WHERE told.submission_id = s.id AND told.person_id = m.person_id AND told.kind = 'review'))
    ELSE false
  END
  ON CONFLICT (person_id, timeline_id) DO NOTHING;
  -- It turned out to be this desk's.
  DELETE FROM notices n USING added e
  WHERE e.kind = 'accepted' AND n.lead_id = e.lead_id AND n.kind = 'first-seen';
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Nobody can say whether it arrived, or for whom it is to be sent. An import of thousands of rows for a wrong pair is
-- shown by the import.
CREATE FUNCTION notices_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notices (person_id, kind, submission_id, at)
  SELECT m.person_id, 'review', NEW.id, clock_timestamp()
  FROM memberships m
  WHERE m.organization_id = NEW.organization_id AND (m.role = 'manager' OR m.agent_id = NEW.agent_id)
    AND (coalesce(NEW.evidence ->> 'reason', '') <> 'pair'
      OR NOT EXISTS (SELECT FROM import_rows r WHERE r.submission_id = NEW.id));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "notices_reviewed" AFTER UPDATE ON "submissions"
FOR EACH ROW WHEN (NEW.state = 'review' AND OLD.state <> 'review') EXECUTE FUNCTION notices_review();
--> statement-breakpoint
-- The latest of an import replaces the one before: both would say what has become of its rows by now.
CREATE FUNCTION notices_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.person_id = current_setting('partner_desk.acting_person', true) THEN
    RETURN NULL;
  END IF;
  DELETE FROM notices WHERE import_id = NEW.id;
  INSERT INTO notices (person_id, kind, import_id, at)
  VALUES (NEW.person_id, 'import-finished', NEW.id, clock_timestamp());
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "notices_imported" AFTER UPDATE ON "imports"
FOR EACH ROW WHEN (NEW.state = 'done' AND OLD.state IN ('sending', 'paused')) EXECUTE FUNCTION notices_import();
--> statement-breakpoint
CREATE FUNCTION notices_access_of(m memberships) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'organizationId', m.organization_id,
    'organization', coalesce((SELECT o.name FROM organizations o WHERE o.id = m.organization_id), m.organization_id),
    'agentId', m.agent_id,
    'agent', coalesce(
      (SELECT a.name FROM agents a WHERE a.organization_id = m.organization_id AND a.id = m.agent_id), m.agent_id),
    'role', m.role)
  WHERE m.person_id IS NOT NULL
$$;
--> statement-breakpoint
-- Who has never signed in learns it from their invitation, or sees it then. A person that is deleted is not told.
CREATE FUNCTION notices_membership() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before memberships;
  after memberships;
BEGIN
  IF TG_OP <> 'INSERT' THEN before := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN after := NEW; END IF;
  INSERT INTO notices (person_id, kind, access, at)
  SELECT p.id, 'access-changed',
    jsonb_strip_nulls(jsonb_build_object('before', notices_access_of(before), 'after', notices_access_of(after))),
    clock_timestamp()
  FROM people p
  WHERE p.id = coalesce(after.person_id, before.person_id) AND p.last_sign_in_at IS NOT NULL
    AND p.id IS DISTINCT FROM current_setting('partner_desk.acting_person', true);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "notices_membership_given" AFTER INSERT OR DELETE ON "memberships"
FOR EACH ROW EXECUTE FUNCTION notices_membership();
--> statement-breakpoint
CREATE TRIGGER "notices_membership_changed" AFTER UPDATE ON "memberships"
FOR EACH ROW WHEN ((OLD.organization_id, OLD.agent_id, OLD.role) IS DISTINCT FROM (NEW.organization_id, NEW.agent_id, NEW.role))
EXECUTE FUNCTION notices_membership();
--> statement-breakpoint
-- Who unsubscribed from all emails gets none about what there were no notices of.
UPDATE "people" SET "notice_mails" = "notice_mails" || '{"review":"off","details":"off","import":"off","draft":"off","access":"off"}'
WHERE "notice_mails" @> '{"correction":"off","status":"off","new":"off","accepted":"off"}';
