import { MAX_DIGITS } from '@/lib/core/digits';
import type { FormField } from './form-model';
import { decimalSeparator, decimalsOf } from './numbers';
import type { Translate } from './texts';

/** The messages about one field: how to correct it (requirement F11). They stand at the field, whose label names it. */
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

type Subject = Pick<FormField, 'kind' | 'control' | 'maxLength' | 'min' | 'max' | 'currency'>;
type Speaker = { t: Translate; locale: string };

/** Every message of the rules for this field. */
export function messagesFor(field: Subject, { t, locale }: Speaker): FieldMessages {
  switch (field.kind) {
    case 'boolean':
      return { required: t('yesNoRequired'), wrong: t('yesNoRequired') };
    case 'picklist':
    case 'multi-picklist':
      return field.control === 'input' ? textMessages(field, t) : choiceMessages(field, t);
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer':
      return numberMessages(field, { t, locale });
    case 'date':
      return {
        required: t('dateRequired'),
        wrong: t('dateFormat', { example: exampleDay(locale) }),
      };
    case 'date-time':
      return {
        required: t('dateTimeRequired'),
        wrong: t('dateTimeFormat', { example: exampleDay(locale, { timeStyle: 'short' }) }),
        skipped: t('dateTimeSkipped'),
      };
    default:
      return textMessages(field, t);
  }
}

function exampleDay(locale: string, time: Pick<Intl.DateTimeFormatOptions, 'timeStyle'> = {}): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...time, timeZone: 'UTC' });
  return format.format(Date.UTC(2027, 2, 31, 9, 30));
}

function textMessages(field: Subject, t: Translate): FieldMessages {
  const unreadable = t('unreadable');
  const format = textFormat(field, t);
  return {
    required: format ?? t('enterRequired'),
    wrong: format ?? unreadable,
    tooLong: t('tooLong', { max: field.maxLength ?? 0 }),
    unreadable,
  };
}

function textFormat(field: Subject, t: Translate): string | undefined {
  if (field.kind === 'email') return t('emailFormat');
  if (field.kind === 'phone') return t('phoneFormat');
  if (field.kind === 'url') return t('urlFormat');
  return undefined;
}

function choiceMessages(field: Subject, t: Translate): FieldMessages {
  const many = field.kind === 'multi-picklist';
  return {
    required: t(many ? 'selectSome' : 'selectRequired'),
    wrong: t('selectFromList'),
    retired: t(many ? 'removeRetired' : 'replaceRetired'),
  };
}

function numberMessages(field: Subject, { t, locale }: Speaker): FieldMessages {
  const whole = field.kind === 'integer' || decimalsOf(field) === 0;
  const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const example = whole ? shown.format(1250) : `${shown.format(1250)}${decimalSeparator(locale)}50`;
  const format = { integer: 'integerFormat', currency: 'amountFormat' } as const;
  const min = field.min ?? -Number.MAX_SAFE_INTEGER;
  const max = field.max ?? Number.MAX_SAFE_INTEGER;
  return {
    required: t('numberRequired'),
    wrong: t(field.kind === 'integer' || field.kind === 'currency' ? format[field.kind] : 'numberFormat', {
      example,
    }),
    tooSmall: t('atLeast', { min: shown.format(min) }),
    tooLarge: t('atMost', { max: shown.format(max) }),
    tooPrecise: t('decimals', { count: decimalsOf(field) ?? 0 }),
    tooManyDigits: t('digits', { count: MAX_DIGITS }),
    twoReadings: t('twoReadings', { one: '{one}', other: '{other}' }),
  };
}
