import { isHuge } from '@/lib/core/digits';
import { toSeries } from '@/lib/core/language';
import { isInstant, isRealDate, knownZone } from './dates';
import type { Answer, FieldKind, FieldOption } from './field';
import type { Translate } from './texts';

/** A field of a schema or of a form model. */
type Shown = {
  kind: FieldKind;
  options?: readonly { value: FieldOption['value']; label: string }[];
  currency?: string;
};
type ShowOptions = { locale: string; timeZone: string; texts: Translate };

/**
 * An answer as text for reading pages: labels instead of option values (including retired ones; unknown
 * values verbatim), numbers and dates in the person's language, instants in their time zone with its name. ''
 * for no answer.
 */
export function showAnswer(field: Shown, answer: Answer | undefined, options: ShowOptions): string {
  if (answer === undefined) return '';
  if (Array.isArray(answer)) {
    const shown = answer.map((part) => showOne(field, part, options));
    return toSeries(options.locale, shown);
  }
  return showOne(field, answer, options);
}

type Part = string | number | boolean;

function showOne(field: Shown, part: Part, { locale, timeZone, texts }: ShowOptions): string {
  const option = field.options?.find(({ value }) => String(value) === String(part));
  if (option) return option.label || String(option.value);
  if (typeof part === 'boolean') return texts(part ? 'yes' : 'no');
  if (typeof part === 'number') return showNumber(field, part, locale);
  if (field.kind === 'date' && isRealDate(part)) return showDate(part, locale);
  if (field.kind === 'date-time' && isInstant(part)) return showMoment(part, { locale, timeZone });
  return part;
}

function showNumber(field: Shown, value: number, locale: string): string {
  const huge = isHuge(value) ? { notation: 'scientific' as const } : {};
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, ...huge }).format(value);
  if (field.kind === 'percent') {
    const percent = { style: 'unit', unit: 'percent', maximumFractionDigits: 20, ...huge } as const;
    return new Intl.NumberFormat(locale, percent).format(value);
  }
  if (field.kind !== 'currency' || !field.currency) return plain;
  try {
    const money = { style: 'currency', currency: field.currency, ...huge } as const;
    return new Intl.NumberFormat(locale, {
      ...money,
      ...(Number.isInteger(value) && { minimumFractionDigits: 0 }),
      // All decimals: what is shown is what is stored.
      maximumFractionDigits: 20,
    }).format(value);
  } catch {
    // Not an ISO code but the portal's own name.
    return `${plain} ${field.currency}`;
  }
}

/** The calendar day, formatted in UTC from a UTC midnight, so that no time zone can move it. */
function showDate(day: string, locale: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(midnight);
}

function showMoment(iso: string, { locale, timeZone }: { locale: string; timeZone: string }): string {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    // Two instants that differ by seconds must not look the same.
    ...(Date.parse(iso) % 60_000 >= 1_000 && { second: '2-digit' }),
    timeZone: knownZone(timeZone),
    timeZoneName: 'short',
  });
  return format.format(Date.parse(iso));
}
