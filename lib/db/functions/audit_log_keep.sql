-- The audit log is only added to. The purge, which removes what is too old, says so in its transaction.
CREATE OR REPLACE FUNCTION audit_log_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('partner_desk.expires_audit', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is only ever added to';
END
$$;
