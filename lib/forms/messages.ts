import { MAX_DIGITS } from '@/lib/core/digits';
import type { FormField } from './form-model';
import { decimalSeparator, decimalsOf } from './numbers';
import type { FormTextKey, Translate } from './texts';

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
  twoInterpretations?: string;
  /** The choice is no longer offered. */
  retired?: string;
  /** The clocks skip this time of day. */
  skipped?: string;
};

/** The messages of all rules for a field of one kind. */
export type MessagesOf = (field: Subject, speaker: Speaker) => FieldMessages;

type Subject = Pick<FormField, 'kind' | 'control' | 'maxLength' | 'min' | 'max' | 'currency'>;
type Speaker = { t: Translate; locale: string };

/** Of a text. @param format says how a text of this kind is written */
export const textMessages =
  (format?: FormTextKey): MessagesOf =>
  ({ maxLength: max = 0 }, { t }) => ({
    required: t(format ?? 'enterRequired'),
    wrong: t(format ?? 'unreadable'),
    tooLong: t('tooLong', { max }),
    unreadable: t('unreadable'),
  });

/** Of a yes or no. */
export const yesNoMessages: MessagesOf = (_, { t }) => ({
  required: t('yesNoRequired'),
  wrong: t('yesNoRequired'),
});

/** Of a day, with one as the language writes it. */
export const dayMessages: MessagesOf = (_, { t, locale }) => ({
  required: t('dateRequired'),
  wrong: t('dateFormat', { example: exampleDay(locale) }),
});

/** Of a day with a time. */
export const momentMessages: MessagesOf = (_, { t, locale }) => ({
  required: t('dateTimeRequired'),
  wrong: t('dateTimeFormat', { example: exampleDay(locale, { timeStyle: 'short' }) }),
  skipped: t('dateTimeSkipped'),
});

function exampleDay(locale: string, time: Pick<Intl.DateTimeFormatOptions, 'timeStyle'> = {}): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...time, timeZone: 'UTC' });
  return format.format(Date.UTC(2027, 2, 31, 9, 30));
}

/** Of a choice. Without readable options a picklist is a text. */
export const choiceMessages =
  (required: FormTextKey, retired: FormTextKey): MessagesOf =>
  (field, { t, locale }) =>
    field.control === 'input'
      ? textMessages()(field, { t, locale })
      : { required: t(required), wrong: t('selectFromList'), retired: t(retired) };

/** Of a number. @param format says how a number of this kind is written, by an example */
export const numberMessages =
  (format: FormTextKey): MessagesOf =>
  (field, { t, locale }) => {
    const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
    const fraction = decimalsOf(field) === 0 ? '' : `${decimalSeparator(locale)}50`;
    return {
      required: t('numberRequired'),
      wrong: t(format, { example: `${shown.format(1250)}${fraction}` }),
      tooSmall: t('atLeast', { min: shown.format(field.min ?? -Number.MAX_SAFE_INTEGER) }),
      tooLarge: t('atMost', { max: shown.format(field.max ?? Number.MAX_SAFE_INTEGER) }),
      tooPrecise: t('decimals', { count: decimalsOf(field) ?? 0 }),
      tooManyDigits: t('digits', { count: MAX_DIGITS }),
      twoInterpretations: t('twoInterpretations', { one: '{one}', other: '{other}' }),
    };
  };
