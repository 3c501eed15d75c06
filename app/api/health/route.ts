import { sql } from 'drizzle-orm';
import { getDb } from '@/lib/db/handle';

/** 200 while the desk can read its database, else 503: what a load balancer or a start script asks. */
export async function GET(): Promise<Response> {
  try {
    await (await getDb()).execute(sql`select 1`);
    return Response.json({ status: 'ok' });
  } catch {
    return Response.json(
      { status: 'database unavailable' },
      { status: 503, headers: { 'Retry-After': '5' } },
    );
  }
}
