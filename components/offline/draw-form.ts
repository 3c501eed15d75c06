import type { FormField } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import { fill } from '@/lib/forms/texts';
import { BUTTON, CARD, CHOICE_LINE, CONTROL, ONE_LINE, TICK_IN_LINE } from './classes';
import { type Html, html } from './draw-html';
import type { Kept, KeptFormTexts } from './kept-view';

/** Where the worker's form posts to. Only the worker answers it. */
export const OFFLINE_POST = '/leads/new/offline';

/** The type and keyboard of text inputs; numbers are text, as in the desk's own form. */
const TYPES: Partial<Record<FormField['kind'], string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};
const DECIMAL = new Set<FormField['kind']>(['number', 'currency', 'percent', 'integer']);

type Errors = ReadonlyMap<string, string>;

/** The form as it can be without scripts, with what was typed and what is wrong with it. */
export function drawForm(
  form: NonNullable<Kept['form']>,
  state: {
    values: InputValues;
    errors: Errors;
    formErrors: readonly string[];
    hidden: Record<string, string>;
    /** The id under which the answers become another lead. */
    asNew: string | undefined;
  },
): Html {
  const { model, texts } = form;
  const { values, errors, formErrors, hidden, asNew } = state;
  const draw = (field: FormField) => drawField(field, { values, error: errors.get(field.key), texts });
  const folded = model.fields.filter((field) => field.folded);
  const isOpen = folded.some(({ key }) => errors.has(key));
  return html`${drawSummary({ model, errors, formErrors, texts })}
<form method="post" action="${OFFLINE_POST}" novalidate autocomplete="off" class="grid grid-cols-1 gap-5">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="${CARD} grid grid-cols-1 gap-x-6 gap-y-5 px-4 py-5 sm:grid-cols-2 sm:px-6">
${model.fields.filter((field) => !field.folded).map(draw)}
</div>
${
  folded.length > 0 &&
  html`<details ${isOpen && html`open`} class="${CARD} px-4 py-2 sm:px-6">
<summary class="min-h-11 py-2.5 font-semibold text-accent">${texts.moreDetails}</summary>
<div class="grid grid-cols-1 gap-x-6 gap-y-5 pt-3 pb-4 sm:grid-cols-2">${folded.map(draw)}</div>
</details>`
}
<p><button type="submit" ${asNew && html`name="asNew" value="${asNew}"`} class="${BUTTON}">${
    asNew ? texts.submitAsNew : texts.submit
  }</button></p>
</form>`;
}

function drawSummary({
  model,
  errors,
  formErrors,
  texts,
}: {
  model: NonNullable<Kept['form']>['model'];
  errors: Errors;
  formErrors: readonly string[];
  texts: KeptFormTexts;
}): Html | undefined {
  if (errors.size + formErrors.length === 0) return undefined;
  const items = model.fields.filter(({ key }) => errors.has(key));
  return html`<section tabindex="-1" autofocus aria-labelledby="problem-heading" class="mb-6 rounded-control border-2 border-danger bg-danger-soft p-4">
<h2 id="problem-heading" class="text-lg font-semibold">${texts.problem}</h2>
<ul class="mt-2 grid gap-1">
${formErrors.map((message) => html`<li>${message}</li>`)}
${items.map(
  ({ key }) =>
    html`<li><a href="#${key}" class="inline-block min-h-6 py-0.5 font-semibold text-danger underline">${errors.get(key)}</a></li>`,
)}
</ul>
</section>`;
}

type Drawing = { values: InputValues; error: string | undefined; texts: KeptFormTexts };

function drawField(field: FormField, drawing: Drawing): Html {
  const { error } = drawing;
  const edge = error ? 'border-danger' : 'border-transparent forced-colors:border-[Canvas]';
  const width = field.half ? '' : 'sm:col-span-full';
  return html`<div class="-ml-3 min-w-0 border-l-4 pl-2 ${width} ${edge}">${drawControl(field, drawing)}</div>`;
}

function drawControl(field: FormField, drawing: Drawing): Html {
  const { key, control } = field;
  const { values, texts } = drawing;
  const held = [values[key] ?? ''].flat();
  switch (control) {
    case 'checkbox':
      return html`<label class="flex items-start gap-3 py-2.5 font-semibold">
<input ${wiring(field, drawing)} type="checkbox" name="${key}" value="true" ${held.includes('true') && html`checked`} class="${TICK_IN_LINE}">
<span>${labelText(field, texts)}</span></label>${notes(field, drawing)}`;
    case 'yes-no':
      return group(field, drawing, [
        { value: 'true', label: texts.yes },
        { value: 'false', label: texts.no },
      ]);
    case 'radios':
      return group(field, drawing, [
        ...optionsOf(field, texts),
        ...(field.required ? [] : [{ value: '', label: texts.noAnswer }]),
      ]);
    case 'checkboxes':
    case 'multi-combobox':
      return group(field, drawing, optionsOf(field, texts));
    case 'select':
    case 'combobox':
      return single(
        field,
        drawing,
        html`<select ${wiring(field, drawing)} name="${key}" class="${ONE_LINE}"><option value="">${texts.selectOne}</option>${optionsOf(
          field,
          texts,
        ).map(
          ({ value, label }) =>
            html`<option value="${value}" ${held.includes(value) && html`selected`}>${label}</option>`,
        )}</select>`,
      );
    case 'textarea':
      return single(
        field,
        drawing,
        html`<textarea ${wiring(field, drawing)} name="${key}" rows="4" dir="auto" class="${CONTROL} min-h-28">
${held[0]}</textarea>`,
      );
    default:
      return single(
        field,
        drawing,
        html`<input ${wiring(field, drawing)} name="${key}" type="${TYPES[field.kind] ?? 'text'}" ${
          DECIMAL.has(field.kind) && html`inputmode="decimal"`
        } value="${held[0]}" class="${ONE_LINE}">`,
      );
  }
}

function single(field: FormField, drawing: Drawing, control: Html): Html {
  return html`<label for="${field.key}" class="block font-semibold">${labelText(field, drawing.texts)}</label>
${notes(field, drawing)}<div class="mt-1.5">${control}</div>`;
}

function group(field: FormField, drawing: Drawing, options: { value: string; label: string }[]): Html {
  const { key, control } = field;
  const isMany = control === 'checkboxes' || control === 'multi-combobox';
  const held = [drawing.values[key] ?? ''].flat();
  const role = isMany ? undefined : html`role="radiogroup" ${field.required && html`aria-required="true"`}`;
  return html`<fieldset ${role} ${described(field, drawing)} aria-labelledby="${key}-label" class="min-w-0">
<legend id="${key}-label" class="font-semibold">${labelText(field, drawing.texts)}</legend>
${notes(field, drawing)}<div class="mt-1.5 grid grid-cols-1 gap-2 sm:grid-cols-2">
${options.map(
  ({ value, label }, index) => html`<label class="${CHOICE_LINE}">
<input id="${index === 0 ? key : `${key}-${index}`}" type="${isMany ? 'checkbox' : 'radio'}" name="${key}" value="${value}" ${
    value !== '' && held.includes(value) && html`checked`
  } class="${TICK_IN_LINE}"><span dir="auto" class="min-w-0 wrap-anywhere">${label}</span></label>`,
)}
</div></fieldset>`;
}

function optionsOf(field: FormField, texts: KeptFormTexts): { value: string; label: string }[] {
  return (field.options ?? []).map(({ value, label, retired }) => ({
    value: String(value),
    label: retired ? fill(texts.noLongerOffered, { label }) : label,
  }));
}

function labelText(field: FormField, texts: KeptFormTexts): Html {
  return html`<span dir="auto" class="wrap-anywhere">${field.label}</span>${
    field.required && html`<span class="font-normal text-muted"> ${texts.required}</span>`
  }`;
}

function helpOf(field: FormField, texts: KeptFormTexts): string | undefined {
  const isShortConsent = field.consent && field.control === 'yes-no' && !/[?？]\s*$/.test(field.label);
  return field.help ?? (isShortConsent ? texts.consentAsked : undefined);
}

function notes(field: FormField, { error, texts }: Drawing): Html {
  const help = helpOf(field, texts);
  return html`${help && html`<p id="${field.key}-help" dir="auto" class="text-sm text-muted">${help}</p>`}${
    error && html`<p id="${field.key}-error" class="text-sm font-semibold text-danger">${error}</p>`
  }`;
}

function described(field: FormField, { error, texts }: Drawing): Html | undefined {
  const ids = [helpOf(field, texts) && `${field.key}-help`, error && `${field.key}-error`].filter(Boolean);
  return ids.length > 0 ? html`aria-describedby="${ids.join(' ')}"` : undefined;
}

function wiring(field: FormField, drawing: Drawing): Html {
  return html`id="${field.key}" ${field.required && html`aria-required="true"`} ${
    drawing.error && html`aria-invalid="true"`
  } ${described(field, drawing)}`;
}
