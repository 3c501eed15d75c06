import { MAX_DIGITS } from '@/lib/core/digits';
import type { FormField } from './form-model';
import { decimalSeparator, decimalsOf } from './numbers';
import type { Translate } from './texts';

/**
 * The messages about one field. Complete sentences that name the field and how to correct it (requirement
 * F11). The label is always quoted and never part of the grammar: it is the vendor's text, and may be a
 * question or a whole sentence.
 */
export type FieldMessages = {
  required: string;
  /** Not a number, a date, an address, one of the choices… */
  wrong: string;
  tooLong?: string;
  /** Contains what cannot be sent: NUL or a lone surrogate. */
  unreadable?: string;
  tooSmall?: string;
  tooLarge?: string;
  tooPrecise?: string;
  tooManyDigits?: string;
  /** Ambiguous number: `{one}` or `{other}`. */
  twoReadings?: string;
  /** The choice is no longer offered. */
  retired?: string;
  /** The clocks skip this time of day. */
  skipped?: string;
};

type Subject = Pick<FormField, 'label' | 'kind' | 'control' | 'maxLength' | 'min' | 'max' | 'currency'>;
type Speaker = { t: Translate; locale: string };

/** Every message of the rules for this field. */
export function messagesFor(field: Subject, { t, locale }: Speaker): FieldMessages {
  const label = field.label.trim().replace(/\s+/g, ' ');
  switch (field.kind) {
    case 'boolean':
      return { required: t('yesNoRequired', { label }), wrong: t('yesNoRequired', { label }) };
    case 'picklist':
    case 'multi-picklist':
      return field.control === 'input'
        ? textMessages(field, { label, t })
        : choiceMessages(field, { label, t });
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer':
      return numberMessages(field, { label, t, locale });
    case 'date':
      return {
        required: t('dateRequired', { label }),
        wrong: t('dateFormat', { label, example: exampleDay(locale) }),
      };
    case 'date-time':
      return {
        required: t('dateTimeRequired', { label }),
        wrong: t('dateTimeFormat', { label, example: exampleDay(locale, { timeStyle: 'short' }) }),
        skipped: t('dateTimeSkipped', { label }),
      };
    default:
      return textMessages(field, { label, t });
  }
}

function exampleDay(locale: string, time: Pick<Intl.DateTimeFormatOptions, 'timeStyle'> = {}): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...time, timeZone: 'UTC' });
  return format.format(Date.UTC(2027, 2, 31, 9, 30));
}

function textMessages(field: Subject, { label, t }: { label: string; t: Translate }): FieldMessages {
  const unreadable = t('unreadable', { label });
  const format = textFormat(field, { label, t });
  return {
    required: format ?? t('enterRequired', { label }),
    wrong: format ?? unreadable,
    tooLong: t('tooLong', { label, max: field.maxLength ?? 0 }),
    unreadable,
  };
}

function textFormat(field: Subject, { label, t }: { label: string; t: Translate }): string | undefined {
  if (field.kind === 'email') return t('emailFormat', { label });
  if (field.kind === 'phone') return t('phoneFormat', { label });
  if (field.kind === 'url') return t('urlFormat', { label });
  return undefined;
}

function choiceMessages(field: Subject, { label, t }: { label: string; t: Translate }): FieldMessages {
  const many = field.kind === 'multi-picklist';
  return {
    required: t(many ? 'selectSome' : 'selectRequired', { label }),
    wrong: t('selectFromList', { label }),
    retired: t(many ? 'removeRetired' : 'replaceRetired', { label }),
  };
}

function numberMessages(field: Subject, { label, t, locale }: Speaker & { label: string }): FieldMessages {
  const whole = field.kind === 'integer' || decimalsOf(field) === 0;
  const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const example = whole ? shown.format(1250) : `${shown.format(1250)}${decimalSeparator(locale)}50`;
  const format = { integer: 'integerFormat', currency: 'amountFormat' } as const;
  const min = field.min ?? -Number.MAX_SAFE_INTEGER;
  const max = field.max ?? Number.MAX_SAFE_INTEGER;
  return {
    required: t('numberRequired', { label }),
    wrong: t(field.kind === 'integer' || field.kind === 'currency' ? format[field.kind] : 'numberFormat', {
      label,
      example,
    }),
    tooSmall: t('atLeast', { label, min: shown.format(min) }),
    tooLarge: t('atMost', { label, max: shown.format(max) }),
    tooPrecise: t('decimals', { label, count: decimalsOf(field) ?? 0 }),
    tooManyDigits: t('digits', { label, count: MAX_DIGITS }),
    twoReadings: t('twoReadings', { label, one: '{one}', other: '{other}' }),
  };
}
