-- Whoever updates: what was done, when and by whom stays, and where something was blanked the mark shows it.
CREATE OR REPLACE FUNCTION audit_log_blank() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ROW(NEW.id, NEW.at, NEW.person_id, NEW.event) IS DISTINCT FROM ROW(OLD.id, OLD.at, OLD.person_id, OLD.event)
    OR (NEW.email IS DISTINCT FROM OLD.email AND NEW.email IS DISTINCT FROM '•••')
    OR (NEW.subject <> OLD.subject AND position('•••' IN NEW.subject) = 0)
    OR (NEW.detail <> OLD.detail AND position('•••' IN NEW.detail::text) = 0) THEN
    RAISE EXCEPTION 'the audit log only ever has names and addresses blanked';
  END IF;
  RETURN NEW;
END
$$;
