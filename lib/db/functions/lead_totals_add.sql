-- Adds to the sums of one agent and status; see lead_totals_keep.
CREATE OR REPLACE FUNCTION lead_totals_add(org text, agent text, lead_status text, n bigint, amount numeric) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO lead_totals (organization_id, agent_id, status, count, value)
  VALUES (org, agent, lead_status, n, coalesce(amount, 0))
  ON CONFLICT (organization_id, agent_id, status)
  DO UPDATE SET count = lead_totals.count + excluded.count, value = lead_totals.value + excluded.value
$$;
