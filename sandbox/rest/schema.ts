import { type Field, type FieldOption, type FieldType, OWNER_NAMES, SYSTEM_NAMES } from '../model';
import type { Sandbox } from '../sandbox';
import type { Shape } from '../shape';
import { toWireOptions, wireLabel } from './options';
import type { RestResponse } from './response';

/** The portal's form (interface, section 2.2), in the chosen shape. */
export function respondToSchema({ state: { fields, shape } }: Sandbox): RestResponse {
  const listed = [
    ...(shape.systemFields === 'listed' ? SYSTEM_NAMES.map(systemField) : []),
    ...fields.filter((field) => !field.retired),
    ...(shape.ownerFields === 'listed' ? OWNER_NAMES.map(ownerField) : []),
  ];
  const beside = fields.filter(({ options, retired }) => options && !retired);
  const picklists = beside.map(({ fieldId, options = [] }) => [fieldId, toWireOptions(options, shape)]);
  return {
    status: 200,
    body: {
      unifiedFields: listed.map((field) => toEntry(field, shape)),
      ...(shape.picklistPlace === 'beside' && { picklists: Object.fromEntries(picklists) }),
    },
  };
}

function toEntry(field: Field, shape: Shape): Record<string, unknown> {
  const type = typeName(field.type, shape.typeNaming);
  return {
    fieldId: field.fieldId,
    label: wireLabel(field.label, shape.labels),
    type: shape.typeForm === 'or-null' ? [type, 'null'] : type,
    ...flagsOf(field, shape.flags),
    ...(field.options &&
      shape.picklistPlace !== 'beside' && { [shape.picklistKey]: optionsOf(field.options, shape) }),
    ...(field.help && { description: field.help }),
    ...(field.currency && { currency: field.currency }),
    ...markerOf(field, shape.markers),
  };
}

/** In two groups, where the shape has them and the form of its values allows it. */
function optionsOf(options: readonly FieldOption[], shape: Shape): unknown {
  if (shape.picklistPlace !== 'groups' || shape.picklistForm === 'map') return toWireOptions(options, shape);
  const half = Math.ceil(options.length / 2);
  return [options.slice(0, half), options.slice(half)].map((part, index) => ({
    label: `Group ${index + 1}`,
    options: toWireOptions(part, shape),
  }));
}

function flagsOf({ required, creatable, updateable }: Field, flags: Shape['flags']): Record<string, unknown> {
  if (flags === 'absent')
    return {
      ...(required && { required }),
      ...(!creatable && { creatable }),
      ...(!updateable && { updateable }),
    };
  const write = {
    booleans: (flag: boolean) => flag,
    strings: String,
    'Y-N': (flag: boolean) => (flag ? 'Y' : 'N'),
    'yes-no': (flag: boolean) => (flag ? 'yes' : 'no'),
    '1-0': (flag: boolean) => (flag ? '1' : '0'),
  }[flags];
  return { required: write(required), creatable: write(creatable), updateable: write(updateable) };
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

/**
 * Names of no known family. Only kinds whose values are texts, and single picklists, which their options reveal: a
 * number under an unknown name would be sent back as text and rightly be refused.
 */
const UNKNOWN: Partial<Record<FieldType, string>> = {
  text: 'rich_title',
  'long-text': 'memo_block',
  phone: 'contact_line',
  url: 'hyperref',
  picklist: 'lookup_list',
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A field's type in the chosen notation. */
function typeName(type: FieldType, naming: Shape['typeNaming']): string {
  const words = type.split('-');
  switch (naming) {
    case 'kebab':
      return type;
    case 'snake':
      return words.join('_');
    case 'camel':
      return words.map((word, index) => (index === 0 ? word : capital(word))).join('');
    case 'pascal':
      return words.map(capital).join('');
    case 'upper':
      return words.join('_').toUpperCase();
    case 'title':
      return words.map(capital).join(' ');
    case 'joined':
      return words.join('');
    case 'unknown':
      return UNKNOWN[type] ?? type;
  }
}
