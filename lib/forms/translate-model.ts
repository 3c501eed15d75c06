import type { FormField, FormModel } from './form-model';

/**
 * The form on the screen with the texts of another rendering of it: after a person changed their language.
 * Everything else stays, because it was rendered from an earlier state of the lead, which the post refers to.
 *
 * @returns the same object if the texts are in the same language, or those of another version of the form
 */
export function withTextsOf(shown: FormModel, rendered: FormModel): FormModel {
  const isSameForm = shown.version === rendered.version && shown.purpose === rendered.purpose;
  if (!isSameForm || shown.locale === rendered.locale) return shown;
  const byKey = new Map(rendered.fields.map((field) => [field.key, field]));
  const fields = shown.fields.map((field) => {
    const other = byKey.get(field.key);
    return other?.kind === field.kind && other.control === field.control ? withTexts(field, other) : field;
  });
  return { ...shown, locale: rendered.locale, unrecognised: rendered.unrecognised, fields };
}

function withTexts(field: FormField, { label, help, group, messages, options = [] }: FormField): FormField {
  const labels = new Map(options.map((option) => [option.value, option.label]));
  return {
    ...field,
    label,
    help,
    group,
    messages,
    ...(field.options && {
      options: field.options.map((option) => ({
        ...option,
        label: labels.get(option.value) ?? option.label,
      })),
    }),
  };
}
