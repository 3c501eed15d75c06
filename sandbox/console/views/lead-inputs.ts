import { html } from 'hono/html';
import type { Field, Lead, Value } from '../../model';
import type { Markup } from './layout';
import { checkbox, select, textArea, textInput } from './parts';

/** Answers as form texts, by fieldId; several of one field are choices. */
export type Draft = ReadonlyMap<string, readonly string[]>;

/** The form name of a field. The prefix keeps any fieldId apart from the form's own names. */
export const inputName = (fieldId: string) => `answer:${fieldId}`;

export function draftOf(lead: Lead): Draft {
  return new Map([...lead.answers].map(([fieldId, value]) => [fieldId, [value].flat().map(String)]));
}

/** A field's form value in the field's type; null if empty. Unreadable input stays text, to be refused. */
export function readInput(field: Field, texts: readonly string[]): Value | null {
  const typed = texts.filter((text) => text.trim() !== '').map((text) => toTyped(field, text));
  if (field.type === 'multi-picklist')
    return typed.length > 0 ? typed.filter((one) => typeof one !== 'boolean') : null;
  return typed[0] ?? null;
}

function toTyped(field: Field, text: string): string | number | boolean {
  switch (field.type) {
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer': {
      const number = Number(text);
      return Number.isNaN(number) ? text : number;
    }
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'picklist':
    case 'multi-picklist':
      return field.options?.find(({ value }) => String(value) === text)?.value ?? text;
    default:
      return text.replaceAll('\r\n', '\n');
  }
}

const TYPES: Partial<Record<Field['type'], string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  date: 'date',
};

/** The control for one field. The vendor may leave a required one empty. */
export function leadInput(field: Field, draft: Draft): Markup {
  const texts = draft.get(field.fieldId) ?? [];
  const input = {
    name: inputName(field.fieldId),
    label: field.retired ? `${field.label} (retired)` : field.label,
    value: texts[0] ?? '',
  };
  switch (field.type) {
    case 'long-text':
      return textArea(input);
    case 'boolean':
      return select({ ...input, choices: YES_NO });
    case 'picklist':
      return select({ ...input, choices: choicesOf(field, texts) });
    case 'multi-picklist':
      return choiceGroup(field, texts);
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer':
      return textInput({ ...input, extra: html`type="text" inputmode="decimal"` });
    case 'date-time':
      return textInput({ ...input, hint: 'Such as 2026-03-14T15:09Z' });
    default:
      return textInput({ ...input, extra: html`type="${TYPES[field.type] ?? 'text'}"` });
  }
}

const YES_NO = [
  { value: '', label: 'No answer' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function choicesOf(field: Field, texts: readonly string[]) {
  const offered = (field.options ?? []).filter(
    ({ active, value }) => active || texts.includes(String(value)),
  );
  return [
    { value: '', label: 'No answer' },
    ...offered.map(({ value, label, active }) => ({
      value: String(value),
      label: active ? label : `${label} (retired)`,
    })),
  ];
}

function choiceGroup(field: Field, texts: readonly string[]): Markup {
  const name = inputName(field.fieldId);
  const [, ...choices] = choicesOf(field, texts);
  // The empty one marks the field as rendered, even if nothing is ticked.
  return html`<fieldset class="wide"><input type="hidden" name="${name}" value=""><legend>${field.label}</legend><div class="choices">${choices.map(
    ({ value, label }) =>
      checkbox({ name, label, value, id: `${name}:${value}`, checked: texts.includes(value) }),
  )}</div></fieldset>`;
}
