import { decimalSeparator } from '@/lib/forms/numbers';

/**
 * True if this browser's own language groups digits as the page does. Where it does not, nobody knows which of two
 * habits somebody follows, so neither is taken as understood.
 */
export function sharesHabits(locale: string): boolean {
  return decimalSeparator(navigator.language) === decimalSeparator(locale);
}
