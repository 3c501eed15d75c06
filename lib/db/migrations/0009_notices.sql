CREATE TABLE "notices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"timeline_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"lead_id" text,
	"submission_id" text,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_entry" ON "notices" USING btree ("person_id","timeline_id");--> statement-breakpoint
CREATE INDEX "notices_person" ON "notices" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("person_id","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_lead" ON "notices" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "notices_at" ON "notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "import_rows_submission" ON "import_rows" USING btree ("submission_id") WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX "memberships_agent" ON "memberships" USING btree ("organization_id","agent_id");--> statement-breakpoint
-- Written by hand from here on. A trigger, because no code path can forget it: what enters the history is told to
-- those who may see the lead then.
CREATE FUNCTION notices_add() RETURNS trigger LANGUAGE plpgsql AS $$
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
    -- An import shows what became of its rows.
    WHEN 'refused' THEN NOT EXISTS (SELECT FROM import_rows r WHERE r.submission_id = s.id)
    -- Who submitted it has left the page by then.
    WHEN 'accepted' THEN m.person_id = s.person_id AND e.at > s.created_at + interval '2 minutes'
      AND NOT EXISTS (SELECT FROM import_rows r WHERE r.submission_id = s.id)
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
CREATE TRIGGER "notices_added" AFTER INSERT ON "timeline"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notices_add();
--> statement-breakpoint
-- An entry gets its owner later if the list of leads omits it.
CREATE TRIGGER "notices_owned" AFTER UPDATE ON "timeline"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notices_add();
