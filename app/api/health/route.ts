import { database } from '@/lib/db/handle';

/** 200 while the desk can read its database, else 503: what a load balancer or a start script asks. */
export async function GET(): Promise<Response> {
  const isWell = await database().then(
    (open) => open.answers(),
    () => false,
  );
  if (isWell) return Response.json({ status: 'ok' });
  return Response.json({ status: 'database unavailable' }, { status: 503, headers: { 'Retry-After': '5' } });
}
