import type { Field, FieldOption } from '../model';
import type { Shape } from '../shape';

type Objects = Exclude<Shape['picklistForm'], 'bare' | 'map'>;

const OBJECTS: Record<Objects, (option: FieldOption) => Record<string, unknown>> = {
  'value-label': ({ value, label }) => ({ value, label }),
  'id-name': ({ value, label }) => ({ id: value, name: label }),
  'id-label': ({ value, label }) => ({ id: value, label }),
  'key-value': ({ value, label }) => ({ key: value, value: label }),
  'key-displayName': ({ value, label }) => ({ key: value, displayName: label }),
  'name-displayName': ({ value, label }) => ({ name: value, displayName: label }),
  'value-displayValue': ({ value, label }) => ({ value, displayValue: label }),
  'display_value-actual_value': ({ value, label }) => ({ display_value: label, actual_value: value }),
  'Value-Label': ({ value, label }) => ({
    Value: value,
    Label: { LocalizedLabel: label, LanguageCode: 1033 },
  }),
};

/** How a retired value is marked; a live one has the same key with the opposite value. */
const MARKS: Record<Shape['inactiveMark'], (active: boolean) => Record<string, boolean>> = {
  absent: () => ({}),
  active: (active) => ({ active }),
  enabled: (active) => ({ enabled: active }),
  archived: (active) => ({ archived: !active }),
  deleted: (active) => ({ deleted: !active }),
  inactive: (active) => ({ inactive: !active }),
};

/**
 * The fields as callers know them. Keys of a map are texts: under that shape a listed 2 is sent back as "2", and
 * a service that writes maps has to accept it.
 */
export function acceptedFields(fields: readonly Field[], form: Shape['picklistForm']): readonly Field[] {
  if (form !== 'map') return fields;
  return fields.map((field) => {
    const options = field.options?.map((option) => ({ ...option, value: String(option.value) }));
    return { ...field, ...(options && { options }) };
  });
}

/** A label in the chosen form; the German one is first. */
export function wireLabel(label: string, labels: Shape['labels']): unknown {
  const german = `${label} (de)`;
  return {
    text: label,
    languages: { de: german, en: label },
    'language-list': [
      { language: 'de', text: german },
      { language: 'en', text: label },
    ],
  }[labels];
}

/** A picklist's values in the chosen shape. Bare values and maps cannot mark a retired one, so they leave it out. */
export function toWireOptions(options: readonly FieldOption[], shape: Shape): unknown {
  const live = options.filter((option) => option.active);
  if (shape.picklistForm === 'bare') return live.map((option) => option.value);
  if (shape.picklistForm === 'map') return Object.fromEntries(live.map(({ value, label }) => [value, label]));
  const write = OBJECTS[shape.picklistForm];
  const listed = shape.inactiveMark === 'absent' ? live : options;
  return listed.map((option) => ({
    ...withLabels(write(option), option.label, shape.labels),
    ...MARKS[shape.inactiveMark](option.active),
  }));
}

/** Only where the label has a key of its own. */
function withLabels(
  option: Record<string, unknown>,
  label: string,
  labels: Shape['labels'],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(option).map(([key, value]) => [key, value === label ? wireLabel(label, labels) : value]),
  );
}
