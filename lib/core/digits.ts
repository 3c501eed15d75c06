/** The digits a double reliably keeps. */
export const MAX_DIGITS = 15;

/** Whether to show a number as 1.7E308: only 15 of its digits are reliable. */
export const isHuge = (value: number) => Math.abs(value) >= 10 ** MAX_DIGITS;
