/** Digits a double keeps for sure. */
export const MAX_DIGITS = 15;

/** Whether a number is better shown as 1.7E308: only 15 of its digits are kept. */
export const isHuge = (value: number) => Math.abs(value) >= 10 ** MAX_DIGITS;
