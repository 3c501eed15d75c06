import type { FieldKind } from './field';

export type Control =
  | 'input'
  | 'textarea'
  | 'checkbox'
  | 'yes-no'
  | 'radios'
  | 'select'
  | 'combobox'
  | 'checkboxes'
  | 'multi-combobox';

/**
 * Up to this size a picklist is a radio group, up to the next a native select, above that searchable
 * (requirement F17).
 */
const MAX_RADIOS = 6;
const MAX_SELECT = 50;
/** A multi-picklist above this size is searched rather than scrolled. */
const MAX_CHECKBOXES = 12;

/**
 * The control for a kind of field. A picklist without any offered option is a text input: its options could
 * not be read, and a control without choices would lock the form (requirement F15).
 */
export function chooseControl(field: { kind: FieldKind; required: boolean; options: number }): Control {
  switch (field.kind) {
    case 'boolean':
      return field.required ? 'yes-no' : 'checkbox';
    case 'picklist':
      return picklistControl(field.options);
    case 'multi-picklist':
      if (field.options === 0) return 'input';
      return field.options <= MAX_CHECKBOXES ? 'checkboxes' : 'multi-combobox';
    case 'long-text':
      return 'textarea';
    default:
      return 'input';
  }
}

function picklistControl(options: number): Control {
  if (options === 0) return 'input';
  if (options <= MAX_RADIOS) return 'radios';
  return options <= MAX_SELECT ? 'select' : 'combobox';
}
