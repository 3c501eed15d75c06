/** Only the behaviour of a tab's storage. */
export function tabStorage(): Record<string, unknown> {
  const storage = {};
  const method = (value: unknown) => ({ value, enumerable: false });
  return Object.defineProperties(storage, {
    getItem: method((key: string) => Reflect.get(storage, key) ?? null),
    setItem: method((key: string, value: string) => Reflect.set(storage, key, value)),
    removeItem: method((key: string) => Reflect.deleteProperty(storage, key)),
  });
}
