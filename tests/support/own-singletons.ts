/**
 * Vitest runs this before each test file of a process that runs several: no file may find the values, such as a
 * database handle or settings, that another one left in `singleton`.
 */
for (const key of Object.getOwnPropertySymbols(globalThis)) {
  if (Symbol.keyFor(key)?.startsWith('partner-desk.')) Reflect.deleteProperty(globalThis, key);
}
