import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { toDetails, toTitle } from '@/lib/audit/entry';
import { type AuditQuery, listAudit } from '@/lib/audit/list-audit';
import { AUDIT_EVENTS } from '@/lib/audit/write-audit';
import { firstOf, queryAddress, type SearchParams } from '@/lib/core/address';
import { isStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { toSpan } from '@/lib/forms/day-span';
import { daySchema } from '../day-in-address';

const filterShape = {
  event: z.enum(['', ...AUDIT_EVENTS]).catch(''),
  person: z.string().trim().toLowerCase().max(320).refine(isStorable).catch(''),
  from: daySchema,
  to: daySchema,
};

/** The filter, as a form posts it. */
export const filterSchema = z.object(filterShape);

const querySchema = z.object({
  ...filterShape,
  after: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
});

/** The filter of the log, as in the URL. */
export type AuditFilter = z.infer<typeof filterSchema>;

/** URLs are typed, shared and truncated: invalid values fall back to everything. */
export function parseAuditQuery(params: SearchParams) {
  return querySchema.parse(firstOf(params));
}

/** The filter of the page as a query of the log: the days begin and end in `timeZone`, and empty fields match everything. */
export function toAuditQuery(filter: AuditFilter, timeZone: string): AuditQuery {
  const { event, person } = filter;
  return { ...toSpan(filter, timeZone), event: event || undefined, email: person || undefined };
}

/** An entry of the log in words; without a person it is the desk's own. */
export type AuditLine = { id: number; at: Date; email: string | null; what: string; details: string[] };

/**
 * One page of the log, newest first, with the cursor of the next one; for admins only.
 *
 * @param timeZone of the person, for the days of the filter
 */
export async function getAuditPage(
  db: Db,
  { after, ...filter }: AuditFilter & { after?: number },
  timeZone: string,
): Promise<{ entries: AuditLine[]; next?: number }> {
  const t = await getTranslations('Audit');
  const { rows, next } = await listAudit(db, { ...toAuditQuery(filter, timeZone), after });
  const entries = rows.map(({ id, at, email, event, subject, detail }) => ({
    id,
    at,
    email,
    what: toTitle({ event, subject, email }, t),
    details: toDetails(detail, t),
  }));
  return { entries, next };
}

/** The address of another page of the same log; without a cursor the first one. */
export function auditHref(filter: AuditFilter, after?: number): string {
  const { event, person, from, to } = filter;
  return queryAddress('/admin/audit', { event, person, from, to, after });
}
