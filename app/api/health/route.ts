import { database } from '@/lib/db/handle';
import { findUnhealthy, toHealthResponse } from '@/lib/setup/readiness';

/** 200 if this process can read and write its database, else 503. Any response means that the process is alive. */
export async function GET(): Promise<Response> {
  return toHealthResponse(await findUnhealthy(database()));
}
