/**
 * The record's own value of this key; never one of `Object.prototype`. Keys are untrusted: a field or a text
 * may be called `constructor`, and a body without it must not appear to have it.
 */
export function getOwn<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
