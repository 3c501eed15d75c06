import * as z from 'zod/mini';
import type { FormField, FormOption } from './form-model';
import { lineEnds } from './input-values';
import type { FieldRule } from './rules';

/**
 * Rules of controls that offer choices. A control holds text; the answer is the option's value in the type
 * the service sent (interface 2.1: "value must come from the schema").
 */

/** One of the options. The message names a retired option, so that the person knows what to do. */
export function choiceRule(field: FormField): FieldRule {
  const byText = lookup(field);
  return z.pipe(
    z.string({ error: field.messages.required }),
    z.transform((text: string, payload) => {
      const option = byText(text);
      if (option && !option.retired) return option.value;
      payload.issues.push({ code: 'custom', message: refusal(field, option), input: text });
      return z.NEVER;
    }),
  );
}

/** Any number of the options, each once, in the portal's order; at least one if the field is required. */
export function choicesRule(field: FormField): FieldRule {
  const byText = lookup(field);
  return z.pipe(
    z.array(z.string({ error: field.messages.wrong }), { error: field.messages.required }),
    z.transform((texts: string[], payload) => {
      const chosen = new Set(texts.map(byText));
      const refused = [...chosen].find((option) => !option || (option.retired && !isCurrent(field, option)));
      if (chosen.has(undefined) || refused) {
        payload.issues.push({ code: 'custom', message: refusal(field, refused), input: texts });
        return z.NEVER;
      }
      return (field.options ?? []).filter((option) => chosen.has(option)).map(({ value }) => value);
    }),
  );
}

/** In a list, a retired choice of the lead may stay while others are added or removed. */
function isCurrent(field: FormField, option: FormOption): boolean {
  return [field.currentValue ?? []].flat().some((value) => String(value) === String(option.value));
}

function lookup(field: FormField): (text: string) => FormOption | undefined {
  const byText = new Map((field.options ?? []).map((option) => [lineEnds(String(option.value)), option]));
  return (text) => byText.get(lineEnds(text));
}

function refusal(field: FormField, option: FormOption | undefined): string {
  return (option?.retired && field.messages.retired) || field.messages.wrong;
}

/** A required boolean: yes or no, and no is an answer. */
export function yesNoRule(field: FormField): FieldRule {
  return z.pipe(
    z.enum(['true', 'false'], { error: field.messages.required }),
    z.transform((text) => text === 'true'),
  );
}

/**
 * An optional boolean: ticked is true. Unticked is no answer, unless the lead had one: then it is false. A file may say no.
 */
export function tickRule(field: FormField): FieldRule {
  const unticked = field.currentValue === undefined ? undefined : false;
  return z.pipe(
    z.optional(z.enum(['true', 'on', 'false'], { error: field.messages.wrong })),
    z.transform((text) => (text === undefined ? unticked : text !== 'false')),
  );
}
