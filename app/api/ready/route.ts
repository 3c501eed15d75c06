import { readReadiness, toHealthResponse } from '@/lib/setup/readiness';

/** 200 if this process can do its part: the database, its tables and, unless `WORKER=off`, a worker that is alive. */
export async function GET(): Promise<Response> {
  return toHealthResponse(await readReadiness());
}
