import { type Field, OWNER_NAMES, SYSTEM_NAMES } from '../model';
import type { Sandbox } from '../sandbox';
import type { Shape } from '../shape';
import type { Answer } from './answer';
import { toWireOptions } from './options';
import { typeName } from './type-names';

/** The portal's form (interface, section 2.2), in the chosen shape. */
export function answerSchema({ state: { fields, shape } }: Sandbox): Answer {
  const listed = [
    ...(shape.systemFields === 'listed' ? SYSTEM_NAMES.map(systemField) : []),
    ...fields.filter((field) => !field.retired),
    ...(shape.ownerFields === 'listed' ? OWNER_NAMES.map(ownerField) : []),
  ];
  return { status: 200, body: { unifiedFields: listed.map((field) => toEntry(field, shape)) } };
}

function toEntry(field: Field, shape: Shape): Record<string, unknown> {
  return {
    fieldId: field.fieldId,
    label: field.label,
    type: typeName(field.type, shape.typeNaming),
    ...flagsOf(field, shape.flags),
    ...(field.options && { [shape.picklistKey]: toWireOptions(field.options, shape) }),
    ...(field.help && { description: field.help }),
    ...(field.currency && { currency: field.currency }),
    ...markerOf(field, shape.markers),
  };
}

function flagsOf({ required, creatable, updateable }: Field, flags: Shape['flags']): Record<string, unknown> {
  switch (flags) {
    case 'booleans':
      return { required, creatable, updateable };
    case 'strings':
      return { required: String(required), creatable: String(creatable), updateable: String(updateable) };
    case 'absent':
      return {
        ...(required && { required }),
        ...(!creatable && { creatable }),
        ...(!updateable && { updateable }),
      };
  }
}

function markerOf({ custom }: Field, markers: Shape['markers']): Record<string, unknown> {
  switch (markers) {
    case 'none':
      return {};
    case 'custom':
      return { custom };
    case 'isCustom':
      return { isCustom: custom };
    case 'standard':
      return { standard: !custom };
    case 'category':
      return { category: custom ? 'custom' : 'standard' };
  }
}

const LABELS: Record<string, string> = {
  id: 'Lead id',
  companyId: 'Company',
  status: 'Status',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  partnerOrganizationId: 'Partner organization',
  agentId: 'Agent',
};

const plain = (fieldId: string) => ({
  fieldId,
  label: LABELS[fieldId] ?? fieldId,
  custom: false,
  retired: false,
});

function systemField(fieldId: string): Field {
  const type = fieldId.endsWith('At') ? 'date-time' : 'text';
  return { ...plain(fieldId), type, required: false, creatable: false, updateable: false };
}

function ownerField(fieldId: string): Field {
  return { ...plain(fieldId), type: 'text', required: true, creatable: true, updateable: false };
}
