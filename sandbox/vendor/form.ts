import * as z from 'zod';
import {
  FIELD_TYPES,
  type Field,
  type FieldOption,
  fieldSchema,
  optionSchema,
  RESERVED_NAMES,
  STANDARD_NAMES,
} from '../model';
import type { Sandbox } from '../sandbox';
import { ConsoleError } from './error';

/** The vendor's changes of the portal's form. Nothing is ever removed: old leads keep their values. */

const newFieldSchema = z.strictObject({
  ...fieldSchema.omit({ retired: true, options: true }).partial().shape,
  fieldId: z.string().min(1).max(200).optional(),
  label: z.string().trim().min(1).max(300),
  type: z.enum(FIELD_TYPES).default('text'),
  options: z
    .array(z.union([optionSchema.partial({ label: true, active: true }), z.string(), z.number()]))
    .optional(),
});

const fieldChangeSchema = z
  .strictObject({
    label: z.string().trim().min(1).max(300),
    type: z.enum(FIELD_TYPES),
    required: z.boolean(),
    creatable: z.boolean(),
    updateable: z.boolean(),
    retired: z.boolean(),
    help: z.string().max(1000),
  })
  .partial();

const newOptionSchema = z.strictObject({
  value: optionSchema.shape.value,
  label: z.string().trim().min(1).max(300).optional(),
});

const optionChangeSchema = z
  .strictObject({ label: z.string().trim().min(1).max(300), active: z.boolean() })
  .partial();

/** @throws ConsoleError 400 with the first problem. */
function read<T>(schema: z.ZodType<T>, raw: unknown): T {
  const result = schema.safeParse(raw);
  if (!result.success) throw new ConsoleError(400, z.prettifyError(result.error));
  return result.data;
}

export function requireField({ state }: Sandbox, fieldId: string): Field {
  const field = state.fields.find((one) => one.fieldId === fieldId);
  if (!field) throw new ConsoleError(404, `There is no field ${fieldId}.`);
  return field;
}

/** Adds a field at the end: custom, optional, creatable and updateable by default; generates a missing fieldId. */
export function addField(sandbox: Sandbox, raw: unknown): Field {
  const { options = [], ...order } = read(newFieldSchema, raw);
  const fieldId = order.fieldId ?? sandbox.hex(12);
  const custom = order.custom ?? !(STANDARD_NAMES as readonly string[]).includes(fieldId);
  if (RESERVED_NAMES.includes(fieldId))
    throw new ConsoleError(400, `${fieldId} is a name of the service's own.`);
  if (sandbox.state.fields.some((one) => one.fieldId === fieldId))
    throw new ConsoleError(409, `There is a field ${fieldId} already.`);
  const defaults = { required: false, creatable: true, updateable: true, retired: false };
  const field: Field = { ...defaults, ...order, fieldId, custom };
  if (isPicklist(field)) field.options = toOptions(options);
  sandbox.state.fields.push(field);
  sandbox.changed();
  return field;
}

/** Renames, retires, revives or re-flags a field. A text that becomes a picklist starts without values. */
export function changeField(sandbox: Sandbox, fieldId: string, raw: unknown): Field {
  const field = requireField(sandbox, fieldId);
  Object.assign(field, read(fieldChangeSchema, raw));
  if (isPicklist(field)) field.options ??= [];
  sandbox.changed();
  return field;
}

export function addOption(sandbox: Sandbox, fieldId: string, raw: unknown): FieldOption {
  const options = requireOptions(sandbox, fieldId);
  const { value, label = String(value) } = read(newOptionSchema, raw);
  if (options.some((option) => String(option.value) === String(value)))
    throw new ConsoleError(409, `There is a value ${value} already.`);
  const option = { value, label, active: true };
  options.push(option);
  sandbox.changed();
  return option;
}

/** Renames or retires a value. Values are compared as text, so that an address can name a number. */
export function changeOption(
  sandbox: Sandbox,
  at: { fieldId: string; value: string },
  raw: unknown,
): FieldOption {
  const option = requireOptions(sandbox, at.fieldId).find((one) => String(one.value) === at.value);
  if (!option) throw new ConsoleError(404, `There is no value ${at.value}.`);
  Object.assign(option, read(optionChangeSchema, raw));
  sandbox.changed();
  return option;
}

function requireOptions(sandbox: Sandbox, fieldId: string): FieldOption[] {
  const field = requireField(sandbox, fieldId);
  if (!field.options) throw new ConsoleError(400, `${field.label} is not a picklist.`);
  return field.options;
}

const isPicklist = ({ type }: Field) => type === 'picklist' || type === 'multi-picklist';

type SentOption = string | number | { value: string | number; label?: string; active?: boolean };

function toOptions(sent: readonly SentOption[]): FieldOption[] {
  const options = sent.map((one) => {
    const { value, label, active = true } = typeof one === 'object' ? one : { value: one };
    return { value, label: label ?? String(value), active };
  });
  if (new Set(options.map(({ value }) => String(value))).size < options.length)
    throw new ConsoleError(400, 'A value is named twice.');
  return options;
}
