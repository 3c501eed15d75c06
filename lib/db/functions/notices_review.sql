-- Nobody can say whether it arrived, or for whom it is to be sent. An import of thousands of rows for a wrong pair is
-- shown by the import.
CREATE OR REPLACE FUNCTION notices_review() RETURNS trigger LANGUAGE plpgsql AS $$
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
