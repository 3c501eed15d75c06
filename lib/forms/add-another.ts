/**
 * "Submit and add another": the next form keeps the answers to the fields that the person pinned. Pins are keys
 * of the form, posted with it and named by the address of the next one.
 */

/** The name of the button that submits and opens the next form. */
export const ADD_ANOTHER = 'addAnother';
/** The name of the checkboxes that pin a field. */
export const PIN = 'pin';

const KEY = /^f\d{1,4}$/;
/** More than any form has fields that are worth keeping. */
const MAX_PINS = 100;

/** The pins of a posted form. */
export function readPins(data: FormData): string[] {
  return toPins(data.getAll(PIN));
}

/** Pins as an address holds them; '' for none. */
export function writePins(pins: readonly string[]): string {
  return pins.join('.');
}

/** The pins of an address. Anything else is ignored. */
export function parsePins(text: unknown): string[] {
  return typeof text === 'string' ? toPins(text.split('.', MAX_PINS)) : [];
}

function toPins(values: readonly unknown[]): string[] {
  const keys = values.filter((value): value is string => typeof value === 'string' && KEY.test(value));
  return [...new Set(keys)].slice(0, MAX_PINS);
}
