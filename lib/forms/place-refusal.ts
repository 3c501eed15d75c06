import type { Field } from './field';
import type { FormModel } from './form-model';
import type { FieldError } from './state';

type Refused = { message?: string; fieldErrors: Record<string, string> };

/** The sentences of a refusal by field, and those about no field. */
export type PlacedRefusal = { byField: Map<string, string>; general: string[] };

/**
 * Assigns each sentence of a refusal to a field. The interface shows no shape of an error (section 7), and a
 * portal that answers in plain text names its fields there: "Phone is required. Website must be an address."
 * So a sentence belongs to a field if it begins with its label or id, ends with it after a colon, or quotes
 * it. The portal's text is never shortened or changed; only the placement of each sentence is decided here.
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

/**
 * The portal's messages next to the form's fields they are about. Messages about other fields apply to the
 * whole form.
 */
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
