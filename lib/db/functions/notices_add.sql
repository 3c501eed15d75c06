-- What enters the history is told to those who may see the lead then: a trigger, because no code path can forget it. A decision
-- of an admin is not told to that admin; who was told that a submission waits for review is told how that ended; and what
-- the portal changed is told, unless an admin hides all of those fields.
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
          AND own.state IN ('sending', 'confirming', 'review'))
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
