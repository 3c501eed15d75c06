import pg from 'pg';

/**
 * Gives leads that were loaded in bulk a history: those that are not pending were answered after hours or weeks, and
 * then reached their status; of the pending ones, one in 50 was opened again.
 */
export async function loadAnswers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // From an hour to some weeks, without any pattern, but the same each time.
    const chance = `get_byte(decode(md5(id), 'hex'), 0) / 255.0`;
    const length = `interval '1 hour' * exp(6.5 * ${chance})`;
    await client.query(`
      insert into answer_spans (lead_id, ended_at, kind, organization_id, agent_id, status, week, bucket)
      select id, submitted_at + length, kind, organization_id, agent_id, case kind when 'answer' then '' else left_status end,
        date_trunc('week', (submitted_at + length) at time zone 'UTC')::date, answer_bucket(length)
      from (
        select id, submitted_at, organization_id, agent_id, 'answer' as kind, '' as left_status, ${length} as length
        from leads where status <> 'pending'
        union all
        select id, submitted_at, organization_id, agent_id, 'status', 'pending', ${length} from leads where status <> 'pending'
        union all
        select id, submitted_at, organization_id, agent_id, 'status', 'contacted', 1.7 * ${length}
        from leads where status in ('won', 'lost')
      ) as ended`);
    await client.query(`
      update leads set answered_at = submitted_at + interval '1 day', status_since = submitted_at + interval '9 days'
      where status = 'pending' and get_byte(decode(md5(id), 'hex'), 1) < 5`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
