import { decimalSeparator } from '@/lib/forms/numbers';

/**
 * True if this browser's language groups digits as the page does. Otherwise it is unknown which of the two
 * the person follows, so neither is assumed.
 */
export function sharesHabits(locale: string): boolean {
  return decimalSeparator(navigator.language) === decimalSeparator(locale);
}
