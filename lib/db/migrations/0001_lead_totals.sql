-- Tiles read these sums and never the leads themselves. A trigger keeps them, so that no write can forget to.
CREATE FUNCTION lead_totals_add(org text, agent text, lead_status text, n bigint, amount numeric) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO lead_totals (organization_id, agent_id, status, count, value)
  VALUES (org, agent, lead_status, n, coalesce(amount, 0))
  ON CONFLICT (organization_id, agent_id, status)
  DO UPDATE SET count = lead_totals.count + excluded.count, value = lead_totals.value + excluded.value
$$;
--> statement-breakpoint
CREATE FUNCTION lead_totals_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  -- A confirmation changes nothing that is summed: leave the totals' rows alone, they are shared and hot.
  IF was_counted AND is_counted AND
     (OLD.organization_id, OLD.agent_id, OLD.status, OLD.value)
       IS NOT DISTINCT FROM (NEW.organization_id, NEW.agent_id, NEW.status, NEW.value) THEN
    RETURN NULL;
  END IF;
  -- Always in one order: two leads that move in opposite directions at once would wait for each other for ever.
  IF was_counted AND is_counted AND
     (OLD.organization_id, OLD.agent_id, OLD.status) > (NEW.organization_id, NEW.agent_id, NEW.status) THEN
    PERFORM lead_totals_add(NEW.organization_id, NEW.agent_id, NEW.status, 1, NEW.value);
    PERFORM lead_totals_add(OLD.organization_id, OLD.agent_id, OLD.status, -1, -OLD.value);
    RETURN NULL;
  END IF;
  IF was_counted THEN
    PERFORM lead_totals_add(OLD.organization_id, OLD.agent_id, OLD.status, -1, -OLD.value);
  END IF;
  IF is_counted THEN
    PERFORM lead_totals_add(NEW.organization_id, NEW.agent_id, NEW.status, 1, NEW.value);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER lead_totals_keep AFTER INSERT OR UPDATE OR DELETE ON leads
FOR EACH ROW EXECUTE FUNCTION lead_totals_keep();
