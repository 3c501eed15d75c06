-- Whoever deletes, and whatever an admin chose: the last year stays. A day less, because clocks differ.
CREATE OR REPLACE FUNCTION audit_log_keep_year() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at > clock_timestamp() - interval '364 days' THEN
    RAISE EXCEPTION 'the audit log keeps its last year';
  END IF;
  RETURN OLD;
END
$$;
