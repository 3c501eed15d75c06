-- A sweep confirms every lead: without an index on what it changes, and with room beside each row, that touches
-- no index at all. Finding the few that it missed reads the table once instead.
DROP INDEX "leads_confirmed";--> statement-breakpoint
ALTER TABLE "leads" SET (fillfactor = 70);--> statement-breakpoint
DROP TRIGGER "lead_totals_keep" ON "leads";--> statement-breakpoint
CREATE TRIGGER "lead_totals_keep" AFTER INSERT OR DELETE OR
UPDATE OF "organization_id", "agent_id", "status", "value", "deleted_at" ON "leads"
FOR EACH ROW EXECUTE FUNCTION lead_totals_keep();
