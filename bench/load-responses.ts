import pg from 'pg';

/**
 * Gives leads that were loaded in bulk a history: those that are not pending were answered after hours or weeks, and
 * then reached their status; of the pending ones, one in 50 was opened again.
 */
export async function loadResponses(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // From an hour to some weeks, without any pattern, but the same each time.
    const chance = `get_byte(decode(md5(id), 'hex'), 0) / 255.0`;
    const length = `interval '1 hour' * exp(6.5 * ${chance})`;
    await client.query(
      `update leads set first_response_at = submitted_at + ${length}, response_known = true where status <> 'pending'`,
    );
    await client.query(`
      insert into timeline (lead_id, organization_id, agent_id, at, kind, detail, took_ms)
      select id, organization_id, agent_id, submitted_at + took, 'status-changed',
        jsonb_build_object('from', left_status, 'to', entered), extract(epoch from took) * 1000
      from (
        select id, submitted_at, organization_id, agent_id, 'pending' as left_status, 'contacted' as entered, ${length} as took
        from leads where status <> 'pending'
        union all
        select id, submitted_at, organization_id, agent_id, 'contacted', status, 1.7 * ${length}
        from leads where status in ('won', 'lost')
      ) as ended`);
    await client.query(`
      update leads set first_response_at = submitted_at + interval '1 day', status_since = submitted_at + interval '9 days'
      where status = 'pending' and get_byte(decode(md5(id), 'hex'), 1) < 5`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
