import { createTranslator } from 'next-intl';
import type { Answers, Field } from '../../lib/forms/field';
import { buildFormModel, type FormModel } from '../../lib/forms/form-model';
import type { Translate } from '../../lib/forms/texts';
import en from '../../messages/en.json';
import { makeSchema } from './form-fixtures';

/** The English texts of the pages. */
export const english: Translate = createTranslator({ locale: 'en', messages: en, namespace: 'Form' });

/** A form model of these fields in English. */
export function buildModel(
  fields: Field[],
  {
    purpose = 'create',
    locale = 'en',
    current,
  }: Partial<Pick<FormModel, 'purpose' | 'locale'>> & { current?: Answers } = {},
): FormModel {
  return buildFormModel({ schema: makeSchema(fields), purpose, texts: english, locale, current });
}
