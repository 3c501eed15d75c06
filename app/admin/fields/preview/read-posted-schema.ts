import 'server-only';
import type { LeadSchema } from '@/lib/forms/field';
import { ServiceError } from '@/lib/service/error';
import { readLeadSchema } from '@/lib/service/wire/schema';

/** The maximum of a pasted answer, in characters. A post's own limit leaves room for it. */
export const MAX_ANSWER_UNITS = 100_000;

/** Whether a pasted answer is too long. Browsers post each line break as two characters; a person sees one. */
export const isAnswerTooLong = (text: string) => text.replaceAll('\r\n', '\n').length > MAX_ANSWER_UNITS;

/** `empty`: nothing was posted. `not-json`: no JSON. `no-fields`: JSON of something else. `no-field`: none is readable. */
export type SchemaFault = 'empty' | 'not-json' | 'no-fields' | 'no-field';

export type PostedSchema = { schema: LeadSchema } | { fault: SchemaFault };

/** Reads an answer of the schema endpoint (interface 2.2) that an admin has, as tolerantly as one of the portal. */
export function readPostedSchema(text: string): PostedSchema {
  if (text.trim() === '') return { fault: 'empty' };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { fault: 'not-json' };
  }
  try {
    const { schema } = readLeadSchema(body);
    return schema.fields.length > 0 ? { schema } : { fault: 'no-field' };
  } catch (error) {
    if (error instanceof ServiceError) return { fault: 'no-fields' };
    throw error;
  }
}
