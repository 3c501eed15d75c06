/** Fewer times say nothing about the next one. Browser-safe. */
export const ENOUGH_FOR_MEDIAN = 5;
/** Of fewer, what nine in ten stay within is the longest of all. */
export const ENOUGH_FOR_P90 = 10;
