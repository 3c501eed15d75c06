import { defaultFieldNames } from '@/lib/core/default-labels';

/** The label of a standard field of the sandbox's form, in whatever language the page is. */
export function fieldLabel(english: string): RegExp {
  const names = [english, ...defaultFieldNames(english.toLowerCase())];
  return new RegExp(`^(?:${names.join('|')})(?!\\p{L})`, 'u');
}
