import { DEMO } from '../demo';
import type { Field, Lead } from '../model';
import type { Shape } from '../shape';
import { PLAIN_WRITING, type Writing, written, writtenChoice, writtenTime } from './written';

type View = { fields: readonly Field[]; writing?: Writing } & Pick<Shape, 'emptyAnswer' | 'updatedAt'>;

/** A lead as the service writes it: standard fields on top, custom ones under `customFields` (interface, section 2.1). */
export function toLeadBody(
  lead: Lead,
  { fields, emptyAnswer, updatedAt, writing = PLAIN_WRITING }: View,
): Record<string, unknown> {
  const top: [string, unknown][] = [];
  const custom: [string, unknown][] = [];
  for (const field of fields) {
    const value = lead.answers.get(field.fieldId);
    const absent = emptyAnswer === 'null' && !field.retired ? null : undefined;
    const shown = value === undefined ? absent : written(value, field, writing);
    if (shown !== undefined) (field.custom ? custom : top).push([field.fieldId, shown]);
  }
  // fromEntries, not assignment: a fieldId may be `__proto__`.
  return {
    id: lead.id,
    companyId: DEMO.companyId,
    ...Object.fromEntries(top),
    partnerOrganizationId: lead.partnerOrganizationId,
    agentId: lead.agentId,
    status: writtenChoice({ value: lead.status, label: lead.status }, writing.choices),
    createdAt: writtenTime(lead.createdAt, writing.dates),
    ...(updatedAt === 'present' && { updatedAt: writtenTime(lead.updatedAt, writing.dates) }),
    customFields: Object.fromEntries(custom),
  };
}

/** The same as a row of the list, which may omit fields. */
export function toListRow(body: Record<string, unknown>, rows: Shape['listRows']): Record<string, unknown> {
  const { customFields, email, ...rest } = body;
  switch (rows) {
    case 'full':
      return body;
    case 'no-custom':
      return { ...rest, email };
    case 'few-custom':
      return { ...body, customFields: Object.fromEntries(Object.entries(customFields ?? {}).slice(0, 1)) };
    case 'no-email':
      return { ...rest, customFields };
    case 'names-only':
      return { id: body.id, firstName: body.firstName, lastName: body.lastName, updatedAt: body.updatedAt };
  }
}

/** One lead in the chosen envelope. */
export function wrapLead(body: Record<string, unknown>, envelope: Shape['leadEnvelope']): unknown {
  const { id, ...attributes } = body;
  return {
    bare: body,
    data: { data: body },
    lead: { lead: body },
    'beside-id': { id: requestId(), status: 'ok', lead: body },
    attributes: { data: { type: 'lead', id, attributes } },
  }[envelope];
}

/** An id that is no lead's. */
export function requestId(): string {
  return `req_${Math.random().toString(36).slice(2, 14)}`;
}
