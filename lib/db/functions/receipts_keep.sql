-- An issued receipt never changes. Only its salt may go, with the answers.
CREATE OR REPLACE FUNCTION receipts_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ROW(NEW.submission_id, NEW.kid, NEW.code, NEW.issued_at)
    IS DISTINCT FROM ROW(OLD.submission_id, OLD.kid, OLD.code, OLD.issued_at)
    OR (NEW.salt IS NOT NULL AND NEW.salt IS DISTINCT FROM OLD.salt) THEN
    RAISE EXCEPTION 'a receipt never changes';
  END IF;
  RETURN NEW;
END
$$;
