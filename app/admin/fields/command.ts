import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { TONES } from '@/lib/core/status-words';
import { FIELD_ROLES } from '@/lib/forms/field-roles';
import { postedText } from '@/lib/http/read-post';
import { LOCALES } from '@/lib/i18n/locales';
import type { CommandInput } from '../admin-action';

/** The maximum length of an admin's texts, in UTF-16 units as a browser counts them. */
export const MAX_LENGTHS = { label: 120, help: 500, group: 80, status: 60 } as const;

/** Direction overrides would garble adjacent text. */
const SPOILS = /[\u202A-\u202E\u2066-\u2069]/u;
const BREAKS_LINE = /[\p{Cc}\u2028\u2029]/u;

const id = postedText(2_000);
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !SPOILS.test(text) && !BREAKS_LINE.test(text))
    .transform((text) => text || undefined);
const words = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(line(max));

/** What the page showed, as `shownVersion` makes it. */
const shown = postedText(10_000);
const place = z.union([z.enum(['up', 'down', 'portal']), z.literal('number').transform(() => undefined)]);

const language = z.enum(LOCALES);

const fieldsSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('display'),
    field: id,
    label: line(MAX_LENGTHS.label),
    help: words(MAX_LENGTHS.help),
    group: line(MAX_LENGTHS.group),
    // A page that was open during an update posts none: as guessed.
    role: z
      .enum(FIELD_ROLES)
      .or(z.literal('').transform(() => undefined))
      .optional(),
    hidden: z.literal('yes').optional(),
    shown,
  }),
  z.object({
    command: z.literal('move'),
    field: id,
    place,
    number: z.coerce.number().int().min(1).max(100_000).optional(),
  }),
  z.object({ command: z.literal('reset'), field: id }),
  z.object({ command: z.literal('move-status'), status: id, place: z.enum(['up', 'down']) }),
  z.object({
    command: z.literal('status'),
    status: id,
    label: line(MAX_LENGTHS.status),
    tone: z.enum(TONES).or(z.literal('').transform(() => undefined)),
    shown,
  }),
  z.object({
    command: z.literal('translate'),
    field: id,
    language,
    label: line(MAX_LENGTHS.label),
    help: words(MAX_LENGTHS.help),
    // Only a field with a heading has an input for it.
    group: line(MAX_LENGTHS.group).optional(),
    shown,
  }),
  z.object({
    command: z.literal('translate-status'),
    status: id,
    language,
    label: line(MAX_LENGTHS.status),
    shown,
  }),
  z.object({ command: z.literal('default-language'), language }),
  z.object({ command: z.literal('tell-elsewhere'), isOn: z.literal('yes').optional() }),
]);

/** What an admin can change on the page about the form. */
export type FieldsCommand = z.output<typeof fieldsSchema>;

/** How the form page parses posts; an invalid value is named by its field. */
export const fieldsInput: CommandInput<FieldsCommand> = {
  schema: fieldsSchema.superRefine((post, context) => {
    if (post.command === 'move' && !post.place && !post.number) {
      context.addIssue({ code: 'custom', path: ['number'] });
    }
  }),
  explain: async ({ field = 'form' }) => (await getTranslations('Fields'))('wrong', { part: field }),
};
