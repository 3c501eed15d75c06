/**
 * The record's own value of this key; never one of `Object.prototype`. Keys come from outside: a field or a text may be
 * called `constructor`, and a body that lacks it must not seem to have it.
 */
export function getOwn<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
