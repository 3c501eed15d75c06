import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type AttemptFact, submissions } from '@/lib/db/schema/submissions';
import type { ServiceError } from '@/lib/service/error';

const { attemptLog } = submissions;

/** The log with an attempt that begins now. */
export function withAttempt(at: Date): SQL {
  return sql`${attemptLog} || ${JSON.stringify([{ at: at.toISOString() } satisfies AttemptFact])}::jsonb`;
}

/** The log without its last attempt, which was definitely not sent. */
export function withoutLastAttempt(): SQL {
  return sql`${attemptLog} - (-1)`;
}

/** The log with the response to its last attempt. */
export function withResponse(response: Omit<AttemptFact, 'at'>): SQL {
  return sql`case when jsonb_array_length(${attemptLog}) = 0 then ${attemptLog}
    else jsonb_set(${attemptLog}, '{-1}', (${attemptLog} -> -1) || ${JSON.stringify(response)}::jsonb) end`;
}

/** The response according to an error; empty if there was none. */
export function responseOf({ status, serviceMessage }: ServiceError): Omit<AttemptFact, 'at'> {
  return { status, message: serviceMessage };
}
