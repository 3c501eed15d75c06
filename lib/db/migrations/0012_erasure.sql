-- All that comes next needs them, in the order in which a lead is accepted: taken one by one, a running desk and this would
-- wait for each other.
LOCK TABLE "submissions", "leads" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"person_id" text NOT NULL,
	"email" text NOT NULL,
	"digest" text NOT NULL,
	"counts" jsonb NOT NULL,
	"leads" jsonb NOT NULL,
	"code" text
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "erasures_at" ON "erasures" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" USING btree ("known_email") WHERE known_email is not null;--> statement-breakpoint
CREATE INDEX "submissions_email" ON "submissions" USING btree ("known_email") WHERE known_email is not null;--> statement-breakpoint
CREATE INDEX "submissions_replaced" ON "submissions" USING btree ("replaced_by") WHERE replaced_by is not null;--> statement-breakpoint
-- Written by hand from here on. An erasure, which says so in its transaction, blanks names and addresses in the audit log.
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
--> statement-breakpoint
-- Whoever updates: what was done, when and by whom stays, and where something was blanked the mark shows it.
CREATE FUNCTION audit_log_blank() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER "audit_log_blank" BEFORE UPDATE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION audit_log_blank();
