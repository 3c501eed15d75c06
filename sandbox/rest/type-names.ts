import type { FieldType } from '../model';
import type { Shape } from '../shape';

/**
 * Names of no known family. Only kinds whose values are texts, and single picklists, which their options reveal: a
 * number under an unknown name would be sent back as text and rightly be refused.
 */
const UNKNOWN: Partial<Record<FieldType, string>> = {
  text: 'rich_title',
  'long-text': 'memo_block',
  phone: 'contact_line',
  url: 'hyperref',
  picklist: 'lookup_list',
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A field's type in the chosen notation. */
export function typeName(type: FieldType, naming: Shape['typeNaming']): string {
  const words = type.split('-');
  switch (naming) {
    case 'kebab':
      return type;
    case 'snake':
      return words.join('_');
    case 'camel':
      return words.map((word, index) => (index === 0 ? word : capital(word))).join('');
    case 'pascal':
      return words.map(capital).join('');
    case 'upper':
      return words.join('_').toUpperCase();
    case 'title':
      return words.map(capital).join(' ');
    case 'joined':
      return words.join('');
    case 'unknown':
      return UNKNOWN[type] ?? type;
  }
}
