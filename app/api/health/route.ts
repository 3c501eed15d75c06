import { database } from '@/lib/db/handle';

/** 200 if the desk can read and write its database, else 503: for load balancers and start scripts. */
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
