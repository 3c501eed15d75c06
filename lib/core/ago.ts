const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export type LargeUnit = (typeof UNITS)[number][0] | 'second';

/** The duration in whole units of the largest one that fits: 7,300 seconds are 2 hours. Browser-safe. */
export function inLargestUnit(seconds: number): [number, LargeUnit] {
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return [Math.floor(seconds / length), unit];
  }
  return [Math.max(0, Math.round(seconds)), 'second'];
}

/** The duration in its largest unit, to a tenth as long as that says something: 1.8 days, 18 days. */
export function inTenths(seconds: number): [number, LargeUnit] {
  const [, unit] = inLargestUnit(seconds);
  const length = UNITS.find(([name]) => name === unit)?.[1] ?? 1;
  const amount = Math.max(0, seconds) / length;
  return [unit !== 'second' && amount < 9.95 ? Math.round(amount * 10) / 10 : Math.round(amount), unit];
}

/** "12 seconds ago", and "now" within the first second. A clock ahead of ours does not give "in 2 seconds". */
export function agoText(locale: string, seconds: number): string {
  const [amount, unit] = inLargestUnit(seconds);
  const numeric = amount === 0 ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(locale, { style: 'long', numeric }).format(-amount, unit);
}

/** True once a whole day has passed since an instant. */
export function isDayAgo(iso: string, now: Date): boolean {
  return now.getTime() - Date.parse(iso) >= 86_400_000;
}
