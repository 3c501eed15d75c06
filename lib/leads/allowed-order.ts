import 'server-only';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';

/** The query in the usual order if it asks for that of values, and admins hide those. */
export async function withAllowedOrder(db: Db, query: LeadsQuery): Promise<LeadsQuery> {
  if (query.sort !== 'value' || !(await isValueHidden(db))) return query;
  const { sort, dir } = DEFAULT_LEADS_QUERY;
  return { ...query, sort, dir, page: 1, after: undefined, before: undefined };
}
