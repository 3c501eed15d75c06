import 'server-only';
import type { AskedHabit, ImportHabits } from '@/lib/db/schema/imports';
import type { FieldKind } from '@/lib/forms/field';
import { decimalSeparator } from '@/lib/forms/numbers';
import type { Cell } from '@/lib/import-files/table';

/** The orders in which dates are written. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;

const NUMBERS: ReadonlySet<FieldKind> = new Set(['number', 'currency', 'percent', 'integer']);
const DATES: ReadonlySet<FieldKind> = new Set(['date', 'date-time']);

/** How the reader of a language writes numbers and dates. */
export function habitsOf(locale: string): ImportHabits {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type.charAt(0));
  const order = parts.filter((letter) => 'dmy'.includes(letter)).join('');
  return { decimal: decimalSeparator(locale), dates: DATE_ORDERS.find((one) => one === order) ?? 'dmy' };
}

/**
 * The habits that some cells of the file show. Where none does, those of the reader are offered, but nothing that has two
 * readings is read by them: the person is asked.
 */
export function guessHabits(
  columns: readonly { kind: FieldKind; cells: readonly Cell[] }[],
  locale: string,
): ImportHabits {
  const textsOf = (kinds: ReadonlySet<FieldKind>) =>
    columns
      .filter(({ kind }) => kinds.has(kind))
      .flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string'));
  const usual = habitsOf(locale);
  const decimal = guessDecimal(textsOf(NUMBERS));
  const dates = guessDates(textsOf(DATES));
  const unsure: AskedHabit[] = [
    ...(decimal ? [] : ['decimal' as const]),
    ...(dates ? [] : ['dates' as const]),
  ];
  return { decimal: decimal ?? usual.decimal, dates: dates ?? usual.dates, unsure };
}

/** Only what has one reading counts: "1.234,5" and "12,5" do, "1.234" does not. */
function guessDecimal(texts: readonly string[]): ImportHabits['decimal'] | undefined {
  const count = (mark: '.' | ',') => {
    const other = mark === '.' ? ',' : '\\.';
    const decimals = new RegExp(`\\d${mark === '.' ? '\\.' : ','}(?:\\d{1,2}|\\d{4,})\\D*$`);
    const groups = new RegExp(`\\d${other}\\d{3}${other}\\d{3}`);
    return texts.filter((text) => decimals.test(text) || groups.test(text)).length;
  };
  const [points, commas] = [count('.'), count(',')];
  // A file with both shows nothing: what has two readings is asked about, not read as most of them are.
  if (points > 0 === commas > 0) return undefined;
  return points > 0 ? '.' : ',';
}

const DATE = /^\s*(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})\b/;

function guessDates(texts: readonly string[]): ImportHabits['dates'] | undefined {
  const dates = texts.flatMap((text) => {
    const [, first = '', second = ''] = DATE.exec(text) ?? [];
    return first === '' ? [] : [{ first, second }];
  });
  if (dates.length === 0) return undefined;
  if (dates.every(({ first }) => first.length === 4)) return 'ymd';
  // With four digits first it is the year, whatever the others are.
  const others = dates.filter(({ first }) => first.length < 4);
  const [isDayFirst, isMonthFirst] = [
    others.some(({ first }) => Number(first) > 12),
    others.some(({ second }) => Number(second) > 12),
  ];
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? 'dmy' : 'mdy';
}

/** Whether answers to this field are read by the habit. */
export function dependsOn({ kind }: { kind: FieldKind }, habit: AskedHabit): boolean {
  return (habit === 'decimal' ? NUMBERS : DATES).has(kind);
}
