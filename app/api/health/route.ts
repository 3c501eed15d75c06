import { database } from '@/lib/db/handle';

/** 200 while the desk can read and write its database, else 503: what a load balancer or a start script asks. */
export async function GET(): Promise<Response> {
  const problem = await database().then(
    async (open) => {
      if (!(await open.answers())) return 'database unavailable';
      return (await open.canWrite()) ? undefined : 'database takes no writes';
    },
    () => 'database unavailable',
  );
  if (problem === undefined) return Response.json({ status: 'ok' });
  return Response.json({ status: problem }, { status: 503, headers: { 'Retry-After': '5' } });
}
