-- The audit log is only added to; only the purge, which says so in its transaction, removes what is too old.
CREATE OR REPLACE FUNCTION audit_log_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('partner_desk.expires_audit', true) = 'yes' THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'the audit log is only ever added to';
END
$$;
--> statement-breakpoint
-- Whoever deletes, and whatever an admin chose: the last year stays. A day less, because clocks differ.
CREATE FUNCTION audit_log_keep_year() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.at > clock_timestamp() - interval '364 days' THEN
		RAISE EXCEPTION 'the audit log keeps its last year';
	END IF;
	RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_keep_year" BEFORE DELETE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION audit_log_keep_year();
