-- Who has never signed in learns it from their invitation, or sees it then. A person that is deleted is not told.
CREATE OR REPLACE FUNCTION notices_membership() RETURNS trigger LANGUAGE plpgsql AS $$
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
