import type { Field, Value } from '../model';
import type { Shape } from '../shape';

/** How the values of one answer are written. */
export type Writing = Pick<Shape, 'booleans' | 'dates' | 'numbers' | 'choices' | 'texts'>;

export const PLAIN_WRITING: Writing = {
  booleans: 'boolean',
  dates: 'iso',
  numbers: 'number',
  choices: 'value',
  texts: 'as-sent',
};

/** The writing of the read of one lead, or of the list. */
export function writingOf(shape: Shape, where: 'read' | 'list'): Writing {
  return shape.writtenIn === 'both' || shape.writtenIn === where ? shape : PLAIN_WRITING;
}

/** One answer as the service writes it back. */
export function written(value: Value, field: Field, writing: Writing): unknown {
  if (Array.isArray(value)) return value.map((one) => written(one, field, writing));
  switch (field.type) {
    case 'boolean':
      return { boolean: value, 'Y-N': value ? 'Y' : 'N', '1-0': value ? 1 : 0 }[writing.booleans];
    case 'date':
    case 'date-time':
      return writtenTime(String(value), writing.dates);
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer':
      return writing.numbers === 'grouped' && typeof value === 'number'
        ? value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 15 })
        : value;
    case 'picklist':
    case 'multi-picklist': {
      const option = field.options?.find((one) => one.value === value);
      return option ? writtenChoice(option, writing.choices) : value;
    }
    case 'text':
    case 'email':
      return writing.texts === 'upper' ? ` ${String(value).toUpperCase()}` : value;
    default:
      return value;
  }
}

export function writtenTime(iso: string, dates: Shape['dates']): string | number {
  const ms = Date.parse(iso);
  return { iso, seconds: Math.floor(ms / 1000), milliseconds: ms }[dates];
}

export function writtenChoice(
  { value, label }: { value: string | number; label: string },
  choices: Shape['choices'],
): unknown {
  const upper = typeof value === 'string' ? value.toUpperCase() : value;
  return { value, object: { id: value, name: label, position: 7 }, label, upper }[choices];
}
