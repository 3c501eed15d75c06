/** The texts of a posted form, to be shown again for correction. Browser-safe. */
export function postedTexts(data: unknown): Record<string, string> {
  if (!(data instanceof FormData)) return {};
  const texts = [...data].flatMap(([name, value]) =>
    typeof value === 'string' && !isReacts(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(texts);
}

/** True for the fields that React adds to a form to find its action. */
export const isReacts = (name: string) => name.startsWith('$');
