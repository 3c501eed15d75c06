import { hasPhone } from './about-person';
import { BLANK, blankPhones, type Personal } from './blank';
import { foldText } from './fold';

/**
 * A JSON value without the person's phones: a text or number that is one is emptied, so that no mark is sent to the portal
 * in its place; in other texts it is blanked. Undefined if it holds none.
 */
export function withoutPhonesIn<Value>(value: Value, personal: Personal): Value | undefined {
  if (personal.phones.length === 0) return undefined;
  const without = (_: string, part: unknown) =>
    typeof part === 'string' || typeof part === 'number' ? withoutPhones(part, personal) : part;
  const rest = JSON.stringify(value, without);
  return rest === JSON.stringify(value) ? undefined : JSON.parse(rest);
}

function withoutPhones(part: string | number, personal: Personal): string | number {
  const text = String(part);
  if (hasPhone([text], personal)) return '';
  // A number alone, which is not all of the phone, may be an amount or an extension.
  const isNumber = typeof part === 'number' || /^\d*$/.test(foldText(text).text.trim());
  if (isNumber) return part;
  const rest = blankPhones(text, personal);
  // Written as no key reads it, or without its area.
  return rest !== text && rest.trim() === BLANK ? '' : rest;
}
