import 'server-only';
import type { LeadSchema } from '@/lib/forms/field';
import { ServiceError } from '@/lib/service/error';
import { readLeadSchema } from '@/lib/service/wire/schema';

/** The maximum of a pasted answer, in characters. A post's own limit leaves room for it. */
export const MAX_ANSWER_UNITS = 100_000;

/** Whether a pasted answer is too long. Browsers post each line break as two characters; a person sees one. */
export const isAnswerTooLong = (text: string) => text.replaceAll('\r\n', '\n').length > MAX_ANSWER_UNITS;

/** `empty`: nothing was posted. `not-schema`: it has no readable field. */
export type SchemaFault = 'empty' | 'not-schema';

export type PostedSchema = { schema: LeadSchema } | { fault: SchemaFault };

/** Reads an answer of the schema endpoint (interface 2.2) that an admin has, as tolerantly as one of the portal. */
export function readPostedSchema(text: string): PostedSchema {
  if (text.trim() === '') return { fault: 'empty' };
  try {
    const schema = readLeadSchema(JSON.parse(text));
    return schema.fields.length > 0 ? { schema } : { fault: 'not-schema' };
  } catch (error) {
    if (error instanceof ServiceError || error instanceof SyntaxError) return { fault: 'not-schema' };
    throw error;
  }
}
