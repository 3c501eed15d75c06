-- The audit log is only added to. The purge and an erasure say so in their transaction: the one removes what is too old, the
-- other blanks names and addresses.
CREATE OR REPLACE FUNCTION audit_log_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('partner_desk.expires_audit', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('partner_desk.erases_audit', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is only ever added to';
END
$$;
