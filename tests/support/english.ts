import { createTranslator } from 'next-intl';
import type { Answers, Field } from '../../lib/forms/field';
import { drawForm, type FormDrawing } from '../../lib/forms/form-model';
import type { Say } from '../../lib/forms/texts';
import en from '../../messages/en.json';
import { makeSchema } from './form-fixtures';

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
