import type { Field } from './field';
import type { FormModel } from './form-model';
import type { FieldError } from './state';

type Refused = { message?: string; fieldErrors: Record<string, string> };

/** A refusal's words, by the field they are about, and those that are about no field. */
export type PlacedRefusal = { byField: Map<string, string>; general: string[] };

/**
 * Says which field each sentence of a refusal is about. The interface shows no shape of an error (section 7), and a
 * portal that answers in plain words names its fields in them: "Phone is required. Website must be an address." So a
 * sentence counts for a field if it begins with its label or id, ends with it after a colon, or quotes it. No word of
 * the portal is left out or changed; where a sentence stands is all that is decided here.
 */
export function placeRefusal(
  { message, fieldErrors }: Refused,
  fields: readonly Pick<Field, 'id' | 'label'>[],
): PlacedRefusal {
  const named = new Map(Object.entries(fieldErrors));
  if (named.size > 0 || message === undefined) return { byField: named, general: [] };
  const byField = new Map<string, string>();
  const general: string[] = [];
  for (const sentence of sentencesOf(message)) {
    const field = fieldNamedIn(sentence, fields);
    if (!field) general.push(sentence);
    else byField.set(field.id, [byField.get(field.id), sentence].filter(Boolean).join(' '));
  }
  return { byField, general };
}

/** What the portal said, beside the fields of the form that it is about. Of a field that is not asked it is said of the form. */
export function placeOnForm(
  refused: Refused,
  { fields, model }: { fields: readonly Pick<Field, 'id' | 'label'>[]; model: Pick<FormModel, 'fields'> },
): { errors: FieldError[]; formErrors: string[] } {
  const { byField, general } = placeRefusal(refused, fields);
  const errors = model.fields.flatMap(({ id, key }) => {
    const message = byField.get(id);
    return message === undefined ? [] : [{ key, message }];
  });
  const shown = new Set(model.fields.map(({ id }) => id));
  const unasked = [...byField].filter(([id]) => !shown.has(id)).map(([, message]) => message);
  return { errors, formErrors: [...general, ...unasked] };
}

function sentencesOf(message: string): string[] {
  return message.split(/(?<=[.!;])\s+/u).filter((sentence) => sentence.trim() !== '');
}

/** Of several the longest name: "First name" and not "First". */
function fieldNamedIn<Named extends Pick<Field, 'id' | 'label'>>(
  sentence: string,
  fields: readonly Named[],
): Named | undefined {
  const text = sentence.normalize('NFKC').toLowerCase();
  let best: { field: Named; length: number } | undefined;
  for (const field of fields) {
    for (const name of [field.label, field.id]) {
      const plain = name.normalize('NFKC').trim().toLowerCase();
      if (plain.length <= (best?.length ?? 1) || !names(text, plain)) continue;
      best = { field, length: plain.length };
    }
  }
  return best?.field;
}

const QUOTES = '["\'“”‘’„«»‹›`]';

function names(text: string, name: string): boolean {
  const exact = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const patterns = [
    `^${QUOTES}?(?:field )?${QUOTES}?${exact}(?![\\p{L}\\p{N}])`,
    `:\\s*${exact}[.!]?$`,
    `${QUOTES}${exact}${QUOTES}`,
  ];
  return patterns.some((pattern) => new RegExp(pattern, 'u').test(text));
}
