import type { Desk } from './desk';
import { until } from './until';

const TOPIC_COUNT = 3;

/** Waits until the desk knows the portal's form, is subscribed to its events and has read all its leads. */
export async function untilSetUp(desk: Desk): Promise<void> {
  const withinMs = 30_000;
  await until(
    'the desk is subscribed to every topic',
    async () => (await desk.vendor.listSubscriptions()).length === TOPIC_COUNT,
    { withinMs },
  );
  await until('the desk has read form and leads', () => hasRead(desk), { withinMs });
}

async function hasRead({ sql, vendor }: Desk): Promise<boolean> {
  if (!sql) {
    const routes = new Set((await vendor.readLog()).map(({ route }) => route));
    return routes.has('list') && routes.has('schema');
  }
  const { rows } = await sql.query<{ done: boolean }>(
    `select (select count(*) from webhook_receivers where secret is not null) = ${TOPIC_COUNT}
        and exists (select 1 from sweeps where state = 'complete')
        and exists (select 1 from schema_state) as done`,
  );
  return rows[0]?.done === true;
}
