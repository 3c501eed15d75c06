import 'server-only';
import { getOwn } from '@/lib/core/own';
import { toStorable } from '@/lib/core/text';
import { FAMILY_OF, type Field } from '@/lib/forms/field';
import { readFlag } from '@/lib/forms/read-value';
import { sentTypeOf } from './field-type';
import { labelOf } from './localised';
import { firstOwn, isRecord, type JsonRecord, numberOf, textOf } from './value';

type Rules = Pick<Field, 'help' | 'maxLength' | 'min' | 'max' | 'currency' | 'sensitive' | 'defaultValue'>;
type Scalar = string | number | boolean;

/**
 * Help, bounds, currency and default of an entry, each only if present, readable and suitable for the kind.
 */
export function readRules(entry: JsonRecord, { kind, options }: Pick<Field, 'kind' | 'options'>): Rules {
  const rules: Rules = {
    help: labelOf(firstOwn(entry, ['help', 'description', 'helpText', 'hint', 'tooltip'])),
    maxLength: FAMILY_OF[kind] === 'text' ? maxLengthOf(entry) : undefined,
    ...(FAMILY_OF[kind] === 'number' ? boundsOf(entry) : undefined),
    currency: currencyOf(entry),
    sensitive: isSensitive(entry) ? true : undefined,
    defaultValue: defaultOf(firstOwn(entry, ['defaultValue', 'default']), { kind, options }),
  };
  // Omitted rather than undefined: the rules are hashed and stored, and both must be the same field.
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
}

function maxLengthOf(entry: JsonRecord): number | undefined {
  const maxLength = numberOf(getOwn(entry, 'maxLength'));
  return maxLength !== undefined && Number.isSafeInteger(maxLength) && maxLength > 0 ? maxLength : undefined;
}

const BOUNDS = {
  min: ['min', 'minimum', 'minValue', 'minimumValue'],
  max: ['max', 'maximum', 'maxValue', 'maximumValue'],
};
/**
 * Where portals of this kind put their validation rules, apart from the entry itself. The interface names no
 * place (2.2).
 */
const CHECKS = ['validation', 'validations', 'constraints', 'rules', 'range'];

/** Bounds that no number satisfies would block every submit, so such a pair is ignored. */
function boundsOf(entry: JsonRecord): { min?: number; max?: number } {
  const places = [entry, ...CHECKS.map((name) => getOwn(entry, name)).filter(isRecord)];
  const [min] = places.flatMap((place) => numberOf(firstOwn(place, BOUNDS.min)) ?? []);
  const [max] = places.flatMap((place) => numberOf(firstOwn(place, BOUNDS.max)) ?? []);
  return min !== undefined && max !== undefined && min > max ? {} : { min, max };
}

const SENSITIVE = [
  'sensitive',
  'isSensitive',
  'confidential',
  'isConfidential',
  'encrypted',
  'masked',
  'secret',
];

/**
 * Sensitive answers are not stored in drafts. The interface names no such mark (2.2), so the usual ones are
 * read.
 */
function isSensitive(entry: JsonRecord): boolean {
  const type = sentTypeOf(getOwn(entry, 'type')).toLowerCase();
  return (
    /password|secret|encrypted|masked/.test(type) ||
    SENSITIVE.some((name) => readFlag(getOwn(entry, name)) === true)
  );
}

function currencyOf(entry: JsonRecord): string | undefined {
  const code = textOf(firstOwn(entry, ['currency', 'currencyCode']))?.trim() ?? '';
  return /^[a-z]{3}$/i.test(code) ? code.toUpperCase() : undefined;
}

function defaultOf(
  value: unknown,
  { kind, options = [] }: Pick<Field, 'kind' | 'options'>,
): Field['defaultValue'] {
  if (kind === 'multi-picklist') {
    const chosen = (Array.isArray(value) ? value : [value]).map((one) => offered(one, options));
    const several = chosen.filter((one) => one !== undefined);
    return several.length > 0 ? [...new Set(several)] : undefined;
  }
  if (kind === 'picklist') return offered(value, options);
  if (kind === 'boolean') return readFlag(value);
  if (FAMILY_OF[kind] === 'number') return numberOf(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
  if (kind === 'date-time')
    return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) ? toStorable(value) : undefined;
  return toStorable(value);
}

/** The offered option that a default names, in the option's own type; undefined if it was retired. */
function offered(value: unknown, options: NonNullable<Field['options']>): Scalar | undefined {
  const named = textOf(value);
  return options.find((option) => option.active && String(option.value) === named)?.value;
}
