-- Tiles read these sums and never the leads themselves. A trigger keeps them, so that no write can forget to.
CREATE OR REPLACE FUNCTION lead_totals_keep() RETURNS trigger LANGUAGE plpgsql AS $$
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
  -- First, before any sum is touched: a transaction that writes several leads, or one lead twice, locks their sums in no order,
  -- and two such would wait for each other for ever.
  PERFORM pg_advisory_xact_lock(hashtextextended(id, 3)) FROM (
    SELECT id FROM unnest(ARRAY[
      CASE WHEN was_counted THEN OLD.organization_id END, CASE WHEN is_counted THEN NEW.organization_id END]) AS ids (id)
    WHERE id IS NOT NULL GROUP BY id ORDER BY id COLLATE "C"
  ) AS organizations;
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
