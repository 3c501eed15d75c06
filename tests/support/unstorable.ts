import { isStorable } from '@/lib/core/text';

/** The names and texts in a value that PostgreSQL would refuse. */
export function unstorableIn(value: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(value, (name, one) => {
    for (const text of [name, one]) if (typeof text === 'string' && !isStorable(text)) found.push(text);
    return one;
  });
  return found;
}
