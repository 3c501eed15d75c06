import { MAX_DIGITS } from '@/lib/core/digits';
import type { FormField } from './form-model';
import { decimalSeparator, decimalsOf } from './numbers';
import type { Say } from './texts';

/**
 * What can be said about one field. Ready sentences that name the field and the cure (requirement F11). The label is always
 * quoted and never part of the grammar: it is the vendor's text, and may be a question or a whole sentence.
 */
export type FieldMessages = {
  required: string;
  /** It is not a number, a date, an address, one of the choices… */
  wrong: string;
  tooLong?: string;
  /** Holds what cannot be sent: NUL or half a character. */
  unreadable?: string;
  tooSmall?: string;
  tooLarge?: string;
  tooPrecise?: string;
  tooManyDigits?: string;
  /** It could be two numbers: `{one}` and `{other}`. */
  twoReadings?: string;
  /** It is not written as in the person's language, and could be `{one}`. */
  oneReading?: string;
  /** The choice was offered once and is not any more. */
  retired?: string;
  /** The clocks jump over this time of day. */
  skipped?: string;
};

type Subject = Pick<FormField, 'label' | 'kind' | 'control' | 'maxLength' | 'min' | 'max' | 'currency'>;
type Speaker = { say: Say; locale: string };

/** Every sentence the rules can answer about this field. */
export function messagesFor(field: Subject, { say, locale }: Speaker): FieldMessages {
  const label = field.label.trim().replace(/\s+/g, ' ');
  switch (field.kind) {
    case 'boolean':
      return { required: say('yesNoRequired', { label }), wrong: say('yesNoRequired', { label }) };
    case 'picklist':
    case 'multi-picklist':
      return field.control === 'input'
        ? textMessages(field, { label, say })
        : choiceMessages(field, { label, say });
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer':
      return numberMessages(field, { label, say, locale });
    case 'date':
      return { required: say('dateRequired', { label }), wrong: say('dateFormat', { label }) };
    case 'date-time':
      return {
        required: say('dateTimeRequired', { label }),
        wrong: say('dateTimeFormat', { label }),
        skipped: say('dateTimeSkipped', { label }),
      };
    default:
      return textMessages(field, { label, say });
  }
}

function textMessages(field: Subject, { label, say }: { label: string; say: Say }): FieldMessages {
  const unreadable = say('unreadable', { label });
  const format = textFormat(field, { label, say });
  return {
    required: format ?? say('enterRequired', { label }),
    wrong: format ?? unreadable,
    tooLong: say('tooLong', { label, max: field.maxLength ?? 0 }),
    unreadable,
  };
}

function textFormat(field: Subject, { label, say }: { label: string; say: Say }): string | undefined {
  if (field.kind === 'email') return say('emailFormat', { label });
  if (field.kind === 'phone') return say('phoneFormat', { label });
  if (field.kind === 'url') return say('urlFormat', { label });
  return undefined;
}

function choiceMessages(field: Subject, { label, say }: { label: string; say: Say }): FieldMessages {
  const many = field.kind === 'multi-picklist';
  return {
    required: say(many ? 'selectSome' : 'selectRequired', { label }),
    wrong: say('selectFromList', { label }),
    retired: say(many ? 'removeRetired' : 'replaceRetired', { label }),
  };
}

function numberMessages(field: Subject, { label, say, locale }: Speaker & { label: string }): FieldMessages {
  const whole = field.kind === 'integer' || decimalsOf(field) === 0;
  const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const example = whole ? shown.format(1250) : `${shown.format(1250)}${decimalSeparator(locale)}50`;
  const format = { integer: 'integerFormat', currency: 'amountFormat' } as const;
  const min = field.min ?? -Number.MAX_SAFE_INTEGER;
  const max = field.max ?? Number.MAX_SAFE_INTEGER;
  return {
    required: say('numberRequired', { label }),
    wrong: say(field.kind === 'integer' || field.kind === 'currency' ? format[field.kind] : 'numberFormat', {
      label,
      example,
    }),
    tooSmall: say('atLeast', { label, min: shown.format(min) }),
    tooLarge: say('atMost', { label, max: shown.format(max) }),
    tooPrecise: say('decimals', { label, count: decimalsOf(field) ?? 0 }),
    tooManyDigits: say('digits', { label, count: MAX_DIGITS }),
    twoReadings: say('twoReadings', { label, one: '{one}', other: '{other}' }),
    oneReading: say('oneReading', { label, one: '{one}' }),
  };
}
