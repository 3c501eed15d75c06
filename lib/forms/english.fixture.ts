import { createTranslator } from 'next-intl';
import en from '../../messages/en.json';
import { drawForm, type FormDrawing } from './drawing';
import type { Answers, Field } from './field';
import { makeSchema } from './fixtures';
import type { Say } from './texts';

/** The English texts as the pages say them. */
export const english: Say = createTranslator({ locale: 'en', messages: en, namespace: 'Form' });

/** A drawing of these fields in English. */
export function draw(
  fields: Field[],
  {
    purpose = 'create',
    locale = 'en',
    current,
  }: Partial<Pick<FormDrawing, 'purpose' | 'locale'>> & { current?: Answers } = {},
): FormDrawing {
  return drawForm({ schema: makeSchema(fields), purpose, texts: english, locale, current });
}
