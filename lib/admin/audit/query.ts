import 'server-only';
import { z } from 'zod';
import { daySchema } from '@/lib/admin/days';
import type { AuditQuery } from '@/lib/audit/list-audit';
import { AUDIT_EVENTS } from '@/lib/audit/write-audit';
import { firstOf, queryAddress, type SearchParams } from '@/lib/core/address';
import { isStorable } from '@/lib/core/text';
import { toSpan } from '@/lib/forms/day-span';

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

export function toAuditQuery(filter: AuditFilter, timeZone: string): AuditQuery {
  const { event, person } = filter;
  return { ...toSpan(filter, timeZone), event: event || undefined, email: person || undefined };
}

/** The address of another page of the same log; without a cursor the first one. */
export function auditHref(filter: AuditFilter, after?: number): string {
  const { event, person, from, to } = filter;
  return queryAddress('/admin/audit', { event, person, from, to, after });
}
